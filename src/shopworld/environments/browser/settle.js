// Runs before every document's own scripts. Counts what the page still waits for, so that an observation is taken
// when the page has come to rest: short timers, fetch and XMLHttpRequest, finite animations, pictures in view.
(() => {
  if (Object.hasOwn(window, "__shopworld")) return;
  const LONGEST_TIMER_MS = 600;
  const DEEPEST_CHAIN = 5;
  const LONGEST_ANIMATION_MS = 1000;

  const timers = new Set();
  let requests = 0;
  let depth = 0;
  let byFrames = false;
  const now = performance.now.bind(performance);
  const nextFrame = window.requestAnimationFrame.bind(window);
  const { setTimeout: startTimer, clearTimeout: stopTimer, clearInterval: stopInterval, fetch: load } = window;
  const { send } = XMLHttpRequest.prototype;
  const ended = () => {
    requests -= 1;
  };

  window.setTimeout = function setTimeout(handler, delay, ...rest) {
    if (typeof handler !== "function" || Number(delay) > LONGEST_TIMER_MS) {
      return startTimer.call(window, handler, delay, ...rest);
    }
    const own = depth + 1;
    const timer = startTimer.call(
      window,
      function (...given) {
        timers.delete(timer);
        const before = depth;
        depth = own;
        try {
          handler.apply(this, given);
        } finally {
          depth = before;
        }
      },
      delay,
      ...rest,
    );
    // A chain that renews itself for ever is a clock, and nobody waits for a clock.
    if (own <= DEEPEST_CHAIN) timers.add(timer);
    return timer;
  };
  window.clearTimeout = function clearTimeout(timer) {
    timers.delete(Number(timer));
    stopTimer.call(window, timer);
  };
  window.clearInterval = function clearInterval(timer) {
    timers.delete(Number(timer));
    stopInterval.call(window, timer);
  };
  // A page that works by frames, or by tasks that nobody counts, is given two frames, whatever is asked for.
  for (const [owner, names] of [
    [window, ["requestAnimationFrame", "requestIdleCallback", "setInterval"]],
    [IntersectionObserver.prototype, ["observe"]],
    [ResizeObserver.prototype, ["observe"]],
    [MessagePort.prototype, ["postMessage"]],
    [BroadcastChannel.prototype, ["postMessage"]],
    [Worker.prototype, ["postMessage"]],
    [window.Scheduler?.prototype, ["postTask", "yield"]],
  ]) {
    for (const name of names) {
      const ask = owner?.[name];
      if (!ask) continue;
      const asking = {
        [name](...given) {
          byFrames = true;
          return ask.apply(this, given);
        },
      };
      owner[name] = asking[name];
    }
  }
  // A window's own `postMessage` tells the receiver who called it, so it is left alone.
  window.addEventListener("message", () => (byFrames = true), true);
  window.fetch = function fetch(...request) {
    requests += 1;
    const response = load.apply(window, request);
    response.then(ended, ended);
    return response;
  };
  for (const reader of ["arrayBuffer", "blob", "formData", "json", "text"]) {
    const read = Response.prototype[reader];
    Response.prototype[reader] = function () {
      requests += 1;
      const body = read.call(this);
      body.then(ended, ended);
      return body;
    };
  }
  XMLHttpRequest.prototype.send = function (...body) {
    requests += 1;
    this.addEventListener("loadend", ended, { once: true });
    try {
      send.apply(this, body);
    } catch (error) {
      this.removeEventListener("loadend", ended);
      ended();
      throw error;
    }
  };

  const moves = (animation) =>
    animation.playState === "running" && animation.effect?.getComputedTiming().endTime <= LONGEST_ANIMATION_MS;
  const arrives = (picture) => {
    if (picture.complete || !picture.checkVisibility()) return false; // what is folded away is not loaded at all
    const box = picture.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  };
  const busy = (pictures) => {
    if (document.readyState !== "complete" || timers.size > 0 || requests > 0) return true;
    if (document.getAnimations().some(moves)) return true;
    if (pictures && Array.prototype.some.call(document.images, arrives)) return true;
    for (let i = 0; i < window.length; i += 1) {
      try {
        if (window[i].__shopworld?.busy(pictures)) return true;
      } catch {
        // A frame of another origin: its document's own loading is watched from outside.
      }
    }
    return false;
  };
  const worksByFrames = () => {
    if (byFrames) return true;
    for (let i = 0; i < window.length; i += 1) {
      try {
        if (window[i].__shopworld?.worksByFrames() ?? true) return true;
      } catch {
        return true; // A frame of another origin: nobody knows.
      }
    }
    return false;
  };
  const settled = (limit, pictures, calmFrames) =>
    new Promise((resolve) => {
      const end = now() + limit;
      let calm = -1;
      const answer = (rests) =>
        resolve([location.href, document.title, rests, window.__shopworld.changes?.() ?? null]);
      const look = () => {
        calm = busy(pictures) ? -1 : calm + 1;
        const rests = calm >= (worksByFrames() ? 2 : calmFrames);
        if (now() > end) answer(rests);
        else if (rests) startTimer.call(window, lookAgain, 0);
        else nextFrame(look);
      };
      // Events that were waiting for their turn, such as `toggle`, have come now.
      const lookAgain = () => {
        if (busy(pictures)) look();
        else answer(true);
      };
      look();
    });
  Object.defineProperty(window, "__shopworld", { value: { busy, settled, worksByFrames } });
})();

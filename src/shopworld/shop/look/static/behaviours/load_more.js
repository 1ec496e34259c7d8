/* More products onto the same page. Each link is followed once; one that fails becomes an ordinary link. */
(() => {
  const followed = new WeakSet();
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-load-more]");
    if (!link) return;
    event.preventDefault();
    if (followed.has(link)) return;
    followed.add(link);
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const cards = [...(page.getElementById(link.dataset.loadMore)?.children ?? [])];
      document.getElementById(link.dataset.loadMore).append(...cards);
      if (document.activeElement === link) cards[0]?.querySelector("a")?.focus();
      link.closest(".pagination, [data-pages]").replaceWith(page.querySelector(".pagination, [data-pages]") ?? "");
    } catch {
      delete link.dataset.loadMore;
    }
  });
})();

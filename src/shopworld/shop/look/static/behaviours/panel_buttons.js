/* What opens a panel is a button and no link any more: it leads nowhere, and the space bar works on it, too. */
for (const opener of all("a[data-toggles]")) {
  opener.setAttribute("role", "button");
  opener.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    opener.click();
  });
}

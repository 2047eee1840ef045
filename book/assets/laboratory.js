// Where a page has a laboratory, fetch what makes it work. Other pages pay for these lines only.
{
  const places = [...document.querySelectorAll(".vaslb-laboratory")];
  const start = () =>
    import("./laboratory/page.js")
      .then(({ mount }) => places.forEach(mount))
      .catch((problem) => {
        console.error(problem);
        for (const place of places)
          place.textContent =
            "The laboratory could not be loaded. It needs a page that comes from a server: " +
            "a browser lets no file from a disk load another.";
      });
  if (places.length) start();
}

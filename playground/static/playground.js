// SimCord Preview's page stops for good when its server no longer knows the page, as after a restart of the playground.
// Here it opens itself again.
const GONE = 410;
const fetchOnce = window.fetch;

window.fetch = async (...request) => {
  const response = await fetchOnce(...request);
  if (response.status === GONE) window.location.reload();
  return response;
};

// The newest message stays in sight unless its reader has scrolled away, as on Discord. By itself the page lets a table
// that grows push the hand below it out of sight.
const NEAR_THE_END = 40;
const STILL_SCROLLING_MILLISECONDS = 500;

document.addEventListener("DOMContentLoaded", () => {
  const list = document.getElementById("channel-message-list");
  const timeline = list.parentElement;
  let follows = true;
  let scrolledByHandAt = -Infinity;

  for (const kind of ["wheel", "touchmove", "keydown"]) {
    timeline.addEventListener(kind, () => { scrolledByHandAt = performance.now(); }, { passive: true });
  }
  timeline.addEventListener("pointermove", (event) => {
    if (event.target === timeline && event.buttons) scrolledByHandAt = performance.now();
  });
  timeline.addEventListener("scroll", () => {
    const left = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
    if (left < NEAR_THE_END) follows = true;
    else if (performance.now() - scrolledByHandAt < STILL_SCROLLING_MILLISECONDS) follows = false;
  });

  const follow = () => {
    if (!follows || !list.lastElementChild) return;
    const end = timeline.scrollHeight - timeline.clientHeight;
    const newest = list.lastElementChild.getBoundingClientRect().top - timeline.getBoundingClientRect().top;
    timeline.scrollTop = Math.min(end, timeline.scrollTop + newest);
  };
  new ResizeObserver(() => requestAnimationFrame(follow)).observe(list);
});

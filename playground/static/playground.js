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
const HIGHEST_CALL = 120;

document.addEventListener("DOMContentLoaded", () => {
  const list = document.getElementById("channel-message-list");
  const timeline = list.parentElement;
  let follows = true;
  let scrolledByHandAt = -Infinity;

  const noteScrollingByHand = () => { scrolledByHandAt = performance.now(); };
  timeline.addEventListener("wheel", noteScrollingByHand, { passive: true });
  timeline.addEventListener("touchmove", noteScrollingByHand, { passive: true });
  timeline.addEventListener("keydown", (event) => {
    if (/^(Arrow|Page|Home)/.test(event.key)) noteScrollingByHand();
  });
  timeline.addEventListener("pointermove", (event) => {
    if (event.target === timeline && event.buttons) noteScrollingByHand();  // the scroll bar
  });
  timeline.addEventListener("scroll", () => {
    const left = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
    if (left < NEAR_THE_END) follows = true;
    else if (performance.now() - scrolledByHandAt < STILL_SCROLLING_MILLISECONDS) follows = false;
  });

  // The newest message, or the hand above it if it only calls the player.
  const newest = () => {
    const last = list.lastElementChild;
    const above = last?.previousElementSibling;
    return last?.offsetHeight < HIGHEST_CALL && above?.querySelector(".message-ephemeral-note") ? above : last;
  };

  // If the message is longer than the page, its beginning is in sight.
  const follow = () => {
    const message = newest();
    if (!follows || !message) return;
    const end = timeline.scrollHeight - timeline.clientHeight;
    const start = timeline.scrollTop + message.getBoundingClientRect().top - timeline.getBoundingClientRect().top;
    timeline.scrollTop = Math.min(start, end);
  };
  new ResizeObserver(() => requestAnimationFrame(follow)).observe(list);
});

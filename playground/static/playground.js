// SimCord Preview's page stops for good when its server no longer knows the page, as after a restart of the playground.
// Here it opens itself again.
const GONE = 410;
const fetchOnce = window.fetch;

window.fetch = async (...request) => {
  const response = await fetchOnce(...request);
  if (response.status === GONE) window.location.reload();
  return response;
};

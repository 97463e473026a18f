// Asks the server. What it refuses is an Error with its line of text and `isRefused`; it may also be out of reach.

export async function ask(path, values) {
  const options = values === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(values),
  };
  let response, answer;
  try {
    response = await fetch(`api/${path}`, options);
    answer = await response.json();
  } catch {
    throw new Error("the server does not answer");
  }
  if (!response.ok) throw Object.assign(new Error(answer.error), { isRefused: true });
  return answer;
}

/** Asks before it acts: programs that look through e-mails open links, and must not answer for people. */
const button = document.querySelector('#answer-button')
const answer = document.querySelector('#answer')
const words = {
  confirmed: 'Thank you. You will get the e-mails.',
  already_confirmed: 'You had confirmed already.',
  unsubscribed: 'You will get no more of these e-mails.',
  already_unsubscribed: 'You get none of these e-mails.',
}

async function answerLink() {
  button.disabled = true
  const response = await globalThis.fetch(`/v2/monitor/email/${button.dataset.purpose}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URLSearchParams(location.search).get('token') ?? '' }),
  })
  const { result } = await response.json()
  answer.textContent = words[result] ?? 'This link is not valid.'
  button.remove()
}

button.addEventListener('click', () => void answerLink())

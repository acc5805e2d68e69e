// Sends what a form shows. The key goes into the one header and nowhere else.

const key = document.getElementById('key')

for (const select of document.querySelectorAll('select[data-fills]')) {
  select.addEventListener('change', () => {
    document.getElementById(select.dataset.fills).value = select.value
  })
}

for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
}

async function send(form) {
  const output = form.querySelector('output')
  const button = form.querySelector('button')
  output.hidden = false
  output.textContent = 'Sending…'
  button.disabled = true
  try {
    const reply = await fetch(addressOf(form), requestOf(form))
    output.textContent = await describe(reply)
  } catch (error) {
    output.textContent = `No response: ${error.message}`
  } finally {
    button.disabled = false
  }
}

function addressOf(form) {
  const query = new URLSearchParams()
  for (const input of form.querySelectorAll('[data-query]')) {
    if (input.value !== '') query.set(input.name, input.value)
  }
  return query.size > 0 ? `${form.dataset.path}?${query}` : form.dataset.path
}

function requestOf(form) {
  const body = form.querySelector('[name=body]')
  const headers = {}
  if (key.value !== '') headers.Authorization = `Bearer ${key.value.trim()}`
  if (body) headers['Content-Type'] = 'application/json'
  return {
    method: form.dataset.method.toUpperCase(),
    headers,
    body: body?.value,
    // Only the key counts, not a session of the dashboard.
    credentials: 'omit',
  }
}

async function describe(reply) {
  const lines = [`HTTP ${reply.status}`]
  for (const [name, value] of reply.headers) {
    if (/^(x-ratelimit-|x-request-id|x-tributary-|retry-after)/.test(name)) {
      lines.push(`${name}: ${value}`)
    }
  }
  const text = await reply.text()
  return `${lines.join('\n')}\n\n${pretty(text)}`
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

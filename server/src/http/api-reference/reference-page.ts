import type { PublicOperation } from '@tributary/contract/operation.ts'
import { codeSamples } from './code-samples.ts'
import { describeFields, type Field } from './describe-fields.ts'
import { prose, type SafeHtml, safeHtml } from './safe-html.ts'

/** The page at `/docs`: every operation, readable without script; the script makes it tryable. */
export function referencePage(operations: readonly PublicOperation[], publicUrl: string): string {
  return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tributary API</title>
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/page.js" defer></script>
</head>
<body>
<a class="skip" href="#operations">To the operations</a>
<header>
<h1>Tributary API</h1>
<p>The base address is <code>${publicUrl}</code>. Every reply is JSON in one envelope, refusals included.
The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>
(OpenAPI 3.1).</p>
<label for="key">API key <small>from the settings of the site; stays in this page until you close it</small></label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="trb_…">
<nav aria-label="Operations"><ul>${operations.map(
    ({ method, path, docs }) =>
      safeHtml`<li><a href="#${docs.id}"><b class="${method}">${method}</b> ${path}</a></li>`,
  )}</ul></nav>
</header>
<main id="operations">${operations.map((operation) => section(operation, publicUrl))}</main>
</body>
</html>
`.html
}

function section(operation: PublicOperation, publicUrl: string): SafeHtml {
  const { method, path, scopes, docs } = operation
  const { id, summary, description } = docs
  const needs =
    scopes.length === 0 ? safeHtml`No key.` : safeHtml`Scope: <code>${scopes.join(' or ')}</code>`
  return safeHtml`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><b class="${method}">${method}</b> ${path}</h2>
<p class="summary">${summary}. ${needs}</p>
<p>${prose(description)}</p>
${fieldsTable(operation)}
${samples(operation, publicUrl)}
${tryForm(operation)}
${replies(operation)}
</section>`
}

function fieldsTable({ query, body }: PublicOperation): SafeHtml {
  const schema = query ?? body
  if (schema === undefined) return safeHtml``
  return safeHtml`
<table>
<caption>${query === undefined ? 'Body' : 'Query'}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${describeFields(schema).map(row)}</tbody>
</table>`
}

function row({ name, type, isRequired, description, rules }: Field): SafeHtml {
  return safeHtml`<tr><th scope="row"><code>${name}</code>${isRequired ? safeHtml` <em>required</em>` : ''}</th>
<td>${type}</td><td>${prose(description)}${rules === '' ? '' : safeHtml` <small>${rules}</small>`}</td></tr>`
}

/** One language is open at a time; the key is in the environment variable `TRIBUTARY_KEY`. */
function samples(operation: PublicOperation, publicUrl: string): SafeHtml {
  const { id } = operation.docs
  return safeHtml`
<div class="samples" role="group" aria-label="Code">${codeSamples(operation, publicUrl).map(
    ({ label, code }, index) =>
      safeHtml`<details name="${id}-sample"${index === 0 ? safeHtml` open` : ''}><summary>${label}</summary><pre>${code}</pre></details>`,
  )}</div>`
}

function tryForm(operation: PublicOperation): SafeHtml {
  const { method, path, docs } = operation
  return safeHtml`
<form data-method="${method}" data-path="${path}">
${inputs(operation)}
<button type="submit">Send</button>
<output id="${docs.id}-reply" aria-label="Reply" hidden></output>
</form>`
}

function inputs({ query, body, docs }: PublicOperation): SafeHtml {
  const { id } = docs
  if (body !== undefined) {
    const examples = Object.values(docs.bodies ?? {})
    const options = examples.map(
      ({ summary, value }) =>
        safeHtml`<option value="${JSON.stringify(value, null, 2)}">${summary}</option>`,
    )
    return safeHtml`
<label for="${id}-example">Example</label>
<select id="${id}-example" data-fills="${id}-body">${options}</select>
<label for="${id}-body">Body</label>
<textarea id="${id}-body" name="body" rows="12" spellcheck="false">${JSON.stringify(examples[0]?.value, null, 2)}</textarea>`
  }
  const names = Object.keys(query?.properties ?? {})
  return safeHtml`${names.map(
    (name) => safeHtml`
<label for="${id}-${name}">${name}</label>
<input id="${id}-${name}" name="${name}" data-query autocomplete="off" value="${String(docs.query?.[name] ?? '')}">`,
  )}`
}

function replies({ data, docs, refusals }: PublicOperation): SafeHtml {
  const { status = 200, reply } = docs
  const example = { status: 'success', data: docs.example }
  const shown = data === undefined ? '' : safeHtml`<pre>${JSON.stringify(example, null, 2)}</pre>`
  const own = refusals.map(
    (refusal) =>
      safeHtml`<li><b>${refusal.status}</b> ${prose(refusal.description)}: <q>${refusal.message}</q></li>`,
  )
  return safeHtml`
<details><summary>Replies</summary>
<p><b>${status}</b> ${prose(reply)}</p>${shown}
<ul>${own}</ul>
</details>`
}

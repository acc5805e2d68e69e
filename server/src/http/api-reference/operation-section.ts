import type { PublicOperation } from '@tributary/contract/operation.ts'
import { codeSamples } from './code-samples.ts'
import { describeFields, type Field } from './describe-fields.ts'
import { paragraphs, prose, type SafeHtml, safeHtml } from './safe-html.ts'

/** An operation: its description and input on one side, code and a form to send it on the other. */
export function operationSection(operation: PublicOperation, publicUrl: string): SafeHtml {
  const { method, path, scopes, docs } = operation
  const { id, summary, description } = docs
  const needs =
    scopes.length === 0
      ? safeHtml`No API key needed`
      : safeHtml`Scope: ${prose(scopes.map((scope) => `\`${scope}\``).join(' or '))}`
  return safeHtml`
<section id="${id}" class="operation" aria-labelledby="${id}-title">
<div class="about">
<h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
<p class="endpoint"><b class="${method}">${method}</b> <code>${path}</code></p>
<p class="scope">${needs}</p>
${paragraphs(description)}
${fields(operation)}
${refusals(operation)}
</div>
<div class="code">
${samples(operation, publicUrl)}
${reply(operation)}
${tryForm(operation)}
</div>
</section>`
}

function fields({ query, body }: PublicOperation): SafeHtml {
  const schema = query ?? body
  if (schema === undefined) return safeHtml``
  return safeHtml`
<h4>${query === undefined ? 'Body' : 'Query parameters'}</h4>
<ul class="fields">${describeFields(schema).map(fieldItem)}</ul>`
}

function fieldItem({ name, type, isRequired, description, rules }: Field): SafeHtml {
  return safeHtml`<li><code>${name}</code> <small>${type}</small>${isRequired ? safeHtml` <em>required</em>` : ''}
<p>${prose(sentence(description))}${rules === '' ? '' : safeHtml` <small>${rules}</small>`}</p></li>`
}

/** Some descriptions complete a message, such as "limit must be a whole number". */
function sentence(description: string): string {
  return description.charAt(0).toUpperCase() + description.slice(1)
}

function refusals({ refusals: own }: PublicOperation): SafeHtml {
  if (own.length === 0) return safeHtml``
  return safeHtml`
<h4>Errors</h4>
<ul class="fields">${own.map(
    ({ status, description, message }) =>
      safeHtml`<li><code>${status}</code> <small>${message}</small><p>${prose(description)}</p></li>`,
  )}</ul>`
}

/** Radio buttons choose the language, so that it works without script. */
function samples(operation: PublicOperation, publicUrl: string): SafeHtml {
  const { id, summary } = operation.docs
  const all = codeSamples(operation, publicUrl)
  return safeHtml`
<fieldset class="samples"><legend>Request<span class="unseen">: ${summary}</span></legend>
<div class="languages">${all.map(
    ({ label }, index) =>
      safeHtml`<label><input type="radio" name="${id}-language" value="${label}"${index === 0 ? safeHtml` checked` : ''}>${label}</label>`,
  )}<button type="button" class="copy scripted">Copy</button></div>
${all.map(({ label, code }) => safeHtml`<pre data-language="${label}">${code}</pre>`)}
</fieldset>`
}

function reply({ data, docs }: PublicOperation): SafeHtml {
  const { status = 200, reply: description } = docs
  const example = { status: 'success', data: docs.example }
  const shown = data === undefined ? '' : safeHtml`<pre>${JSON.stringify(example, null, 2)}</pre>`
  return safeHtml`
<details class="reply"><summary>Response <code>${status}</code></summary>
<p>${prose(description)}</p>${shown}</details>`
}

function tryForm(operation: PublicOperation): SafeHtml {
  const { method, path, scopes, docs } = operation
  const key =
    scopes.length === 0 ? '' : safeHtml`<p>Uses the <a href="#key">API key</a> typed above.</p>`
  return safeHtml`
<details class="scripted"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
${key}
${inputs(operation)}
<button type="submit">Send</button>
<output id="${docs.id}-reply" aria-label="Response" hidden></output>
</form></details>`
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

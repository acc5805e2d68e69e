import type { PublicOperation } from '@tributary/contract/operation.ts'
import { operationSection } from './operation-section.ts'
import { paragraphs, type SafeHtml, safeHtml } from './safe-html.ts'

/** Operations about one resource. */
export interface Group {
  title: string
  description: string
  operations: readonly PublicOperation[]
}

interface Reference {
  groups: readonly Group[]
  /** Rules that apply to every operation. */
  description: string
  publicUrl: string
}

/** The page at `/docs`: every operation by group, readable without script; scripts search, follow and send. */
export function referencePage({ groups, description, publicUrl }: Reference): string {
  return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tributary API reference</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/page.css">
<link rel="stylesheet" href="/docs/content.css">
<script src="/docs/theme.js"></script>
<script type="module" src="/docs/samples.js"></script>
<script type="module" src="/docs/sidebar.js"></script>
<script type="module" src="/docs/search.js"></script>
<script type="module" src="/docs/send.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${header}
<div class="columns">
${sidebar(groups)}
<main id="content" tabindex="-1">
${overview(description, publicUrl)}
${groups.map((group) => groupSection(group, publicUrl))}
</main>
</div>
</body>
</html>
`.html
}

const header = safeHtml`<header>
<button type="button" class="menu" popovertarget="sidebar">Menu</button>
<a class="brand" href="/docs"><svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8"/><path d="M16.500 5.500v2.600c0 6-3.300 7.300-3.300 11.500 0 2.800 2.400 3.900 2.400 6.900"/><path d="M7 8.500c.3 4.300 5.700 4.500 6.900 8.600M25 10.500c-.5 5.200-9.800 4.900-11.700 10.300"/></svg>
<span><b>Tributary</b> <span class="subtitle">API reference</span></span></a>
<nav aria-label="Tributary"><a href="/">Dashboard</a> <a href="/help/">Help</a></nav>
</header>`

/** On a narrow screen a popover, which opens without script too. */
function sidebar(groups: readonly Group[]): SafeHtml {
  return safeHtml`<nav id="sidebar" popover aria-label="Operations">
<search>
<label for="search">Search <kbd>Ctrl K</kbd></label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Path, title or text" aria-keyshortcuts="Control+K /">
<p id="matches" role="status"></p>
</search>
<ul><li><a href="#overview" aria-current="true">Overview</a></li></ul>
${groups.map(
  ({ title, operations }) => safeHtml`
<div><a class="group" href="#${idOf(title)}">${title}</a>
<ul>${operations.map(
    ({ method, docs }) =>
      safeHtml`<li><a href="#${docs.id}"><span>${docs.summary}</span> <b class="${method}">${method}</b></a></li>`,
  )}</ul></div>`,
)}
</nav>`
}

function overview(description: string, publicUrl: string): SafeHtml {
  return safeHtml`<section id="overview" aria-labelledby="overview-title">
<h1 id="overview-title">API reference</h1>
<div class="lead">${paragraphs(description)}</div>
<dl>
<dt>Base URL</dt><dd><code>${publicUrl}</code></dd>
<dt>Authentication</dt><dd>Send an API key as <code>Authorization: Bearer API_KEY</code>. Create keys in the settings of the site. The samples read the key from the environment variable <code>TRIBUTARY_KEY</code>.</dd>
<dt>OpenAPI</dt><dd><a href="/api/openapi.json">openapi.json</a> describes the same for tools and generated clients (OpenAPI 3.1).</dd>
</dl>
<div class="scripted"><label for="key">API key <small>for requests sent from this page; never stored</small></label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="trb_&hellip;"></div>
</section>`
}

function groupSection({ title, description, operations }: Group, publicUrl: string): SafeHtml {
  const id = idOf(title)
  return safeHtml`
<section id="${id}" class="group" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="purpose">${description}</p>
${operations.map((operation) => operationSection(operation, publicUrl))}
</section>`
}

/** No operation's id has a hyphen. */
function idOf(title: string): string {
  return `group-${title.toLowerCase().replaceAll(' ', '-')}`
}

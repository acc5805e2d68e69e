import type { PublicOperation } from '@tributary/contract/operation.ts'

/** A complete request in one language, without any library, with the key in the environment. */
export interface CodeSample {
  label: 'curl' | 'Node' | 'Python' | 'PHP'
  code: string
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

interface Example {
  method: string
  url: string
  hasKey: boolean
  body: Json | undefined
  /** Where the reply is saved, if it is a file. */
  file: string | undefined
}

/** The operation's first example in each language. */
export function codeSamples(operation: PublicOperation, publicUrl: string): CodeSample[] {
  const { method, path, scopes, docs } = operation
  const query = new URLSearchParams(
    Object.entries(docs.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  )
  const example = {
    method: method.toUpperCase(),
    url: `${publicUrl}${path}${query.size > 0 ? `?${query}` : ''}`,
    hasKey: scopes.length > 0,
    body: Object.values(docs.bodies ?? {})[0]?.value as Json | undefined,
    file: docs.file && 'export.ndjson.gz',
  }
  return [
    { label: 'curl', code: curl(example) },
    { label: 'Node', code: node(example) },
    { label: 'Python', code: python(example) },
    { label: 'PHP', code: php(example) },
  ]
}

function curl({ method, url, hasKey, body, file }: Example): string {
  const parts = [
    `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}${shell(url)}`,
    ...(hasKey ? ['-H "Authorization: Bearer $TRIBUTARY_KEY"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shell(JSON.stringify(body, null, 2))}`]),
    ...(file === undefined ? [] : [`-o ${file}`]),
  ]
  return parts.join(' \\\n  ')
}

function node({ method, url, hasKey, body, file }: Example): string {
  const headers = [
    ...(hasKey ? [`    Authorization: \`Bearer \${process.env.TRIBUTARY_KEY}\`,`] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`]),
  ]
  const request = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return [
    ...(file === undefined ? [] : ["import { writeFile } from 'node:fs/promises'\n"]),
    `const response = await fetch(${JSON.stringify(url)}${request})`,
    file === undefined
      ? 'console.log(response.status, await response.text())'
      : `await writeFile('${file}', response.body)`,
  ].join('\n')
}

function python({ method, url, hasKey, body, file }: Example): string {
  const headers = [
    ...(hasKey ? [`        "Authorization": f"Bearer {os.environ['TRIBUTARY_KEY']}",`] : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ]
  const data =
    body === undefined
      ? []
      : [`    data=json.dumps(${indent(literal(body, pythonSyntax), 4)}).encode(),`]
  return [
    ...(body === undefined ? [] : ['import json']),
    ...(hasKey ? ['import os'] : []),
    'import urllib.request\n',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...data,
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...(file === undefined
      ? ['    print(response.status, response.read().decode())']
      : [`    with open("${file}", "wb") as file:`, '        file.write(response.read())']),
  ].join('\n')
}

function php({ method, url, hasKey, body, file }: Example): string {
  const headers = [
    ...(hasKey ? ["        'Authorization: Bearer ' . getenv('TRIBUTARY_KEY'),"] : []),
    ...(body === undefined ? [] : ["        'Content-Type: application/json',"]),
  ]
  const fields = literal(body ?? null, phpSyntax)
  return [
    '<?php',
    `$request = curl_init(${phpSyntax.text(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(headers.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...headers, '    ],']),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${indent(fields, 4)}),`]),
    ']);',
    file === undefined
      ? 'echo curl_exec($request);'
      : `file_put_contents('${file}', curl_exec($request));`,
  ].join('\n')
}

interface Syntax {
  text(value: string): string
  constants: { true: string; false: string; null: string }
  entry(name: string, value: string): string
  object: readonly [string, string]
}

const pythonSyntax: Syntax = {
  text: (value) => JSON.stringify(value),
  constants: { true: 'True', false: 'False', null: 'None' },
  entry: (name, value) => `${name}: ${value}`,
  object: ['{', '}'],
}

const phpSyntax: Syntax = {
  text: (value) => `'${value.replace(/[\\']/g, '\\$&')}'`,
  constants: { true: 'true', false: 'false', null: 'null' },
  entry: (name, value) => `${name} => ${value}`,
  object: ['[', ']'],
}

/** A value in the syntax of a language, over several lines. */
function literal(value: Json, syntax: Syntax): string {
  if (typeof value === 'string') return syntax.text(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value === 'boolean') return syntax.constants[`${value}`]
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : syntax.object
  const parts = isList
    ? value.map((one) => literal(one, syntax))
    : Object.entries(value).map(([name, one]) =>
        syntax.entry(syntax.text(name), literal(one, syntax)),
      )
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `    ${indent(part, 4)},`).join('\n')}\n${close}`
}

/** Text for a place that is indented already: further lines get the same indent. */
function indent(text: string, spaces = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

/** A shell word in which nothing is expanded. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

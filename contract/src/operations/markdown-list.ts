/** Names and their definitions as a Markdown list, for a description. */
export function markdownList(definitions: Readonly<Record<string, string>>): string {
  return Object.entries(definitions)
    .map(([name, definition]) => `- \`${name}\`: ${definition}`)
    .join('\n')
}

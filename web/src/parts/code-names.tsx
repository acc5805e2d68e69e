/** A name as programs write it, with its assignment: it has underscores or dots inside, or is one of our two ids. */
const codeName = /([^\s("„“]*(?:\w_\w|\w\.[A-Za-z]|visitorId|sessionId)(?:[^\s)"“”]*[\w=\]])?)/

/** A text for developers, with the names in it set as code. */
export function CodeNames({ text }: { text: string }) {
  // After the split, every second part is a match.
  return text.split(codeName).map((part, index) => {
    const key = `${index} ${part}`
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>
  })
}

import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** A text with names in braces: `{amount} revenue`. */
  text: string
  /** The replacement of each name. */
  parts: Readonly<Record<string, ReactNode>>
}

/** A sentence with parts of different style, in the order that its language has them. */
export function Sentence({ text, parts }: SentenceProps) {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (
      <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
    ))
}

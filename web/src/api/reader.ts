import type { GoalSetting } from '@tributary/contract/app/goals.ts'
import { createContext, useContext } from 'react'

/** What the reader of a report may see. */
export interface Reader {
  seesMoney: boolean
  /** The site has revenue that the reader may see: it comes first. */
  earns: boolean
  /** Somebody with an account: panels open to full lists, and the site's notes are shown. */
  isMember: boolean
  /** How the site shows its goals, from a share link. */
  goals?: readonly GoalSetting[]
}

/** Members see everything; the holder of a share link sees what it shows. */
export const ReaderContext = createContext<Reader>({
  seesMoney: true,
  earns: false,
  isMember: true,
})

export function useReader(): Reader {
  return useContext(ReaderContext)
}

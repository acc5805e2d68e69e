import type { GoalSetting } from '@tributary/contract/app-goals.ts'
import { createContext, useContext } from 'react'

/** What whoever reads a report may see of it. */
export interface Reader {
  seesMoney: boolean
  /** The site has revenue that the reader may see: it comes first. */
  earns: boolean
  /** Somebody with an account: panels open to full lists, and the site's notes are shown. */
  isMember: boolean
  /** How the site shows its goals, where a share link told it. */
  goals?: readonly GoalSetting[]
}

/** People with an account see everything; whoever has a share link what that shows. */
export const ReaderContext = createContext<Reader>({
  seesMoney: true,
  earns: false,
  isMember: true,
})

export function useReader(): Reader {
  return useContext(ReaderContext)
}

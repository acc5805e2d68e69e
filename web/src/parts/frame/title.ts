import { useEffect } from 'react'
import { texts } from '../../texts/texts.ts'

/** Names the page in the browser's tab and history. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = page ? texts.title(page) : texts.product
  }, [page])
}

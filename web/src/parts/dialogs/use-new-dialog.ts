import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The fragment (`#`) with which the palette opens the form for a new item. */
export const newDialogHash = 'new'

/** Whether the form for a new item is open. `#new` in the address opens it once. */
export function useNewDialog(): [boolean, (isOpen: boolean) => void] {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (hash !== newDialogHash) return
    setIsOpen(true)
    navigate({ to: '.', search: true, hash: '', replace: true })
  }, [hash, navigate])
  return [isOpen, setIsOpen]
}

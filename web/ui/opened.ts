import { useEffect, useState } from 'preact/hooks'
import { query } from '../router.ts'

/** Whether the form for something new is open, which `?new` in the address opens, and how to open or close it. */
export function useOpened(): [boolean, (isOpen: boolean) => void] {
  const isAsked = new URLSearchParams(query.value).has('new')
  const [isOpen, setOpen] = useState(isAsked)
  useEffect(() => {
    if (!isAsked) return
    setOpen(true)
    // So that it stays closed when it was closed, and can be asked for again.
    history.replaceState(null, '', location.pathname)
    query.value = ''
  }, [isAsked])
  return [isOpen, setOpen]
}

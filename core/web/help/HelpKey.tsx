import { useLocation } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { isSingleKey } from '../shell/singleKeys.ts'

const HelpDialog = lazy(async () => ({ default: (await import('./HelpDialog.tsx')).HelpDialog }))

/** Opens help about the page by `?`, where no field is typed into and the page has no list of keys of its own. */
export function HelpKey() {
  const [openAt, setOpenAt] = useState<string>()
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isSingleKey(event)) return
      event.preventDefault()
      setOpenAt(pathname)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [pathname])
  if (openAt !== pathname) return null
  return (
    <Suspense>
      <HelpDialog onClose={() => setOpenAt(undefined)} />
    </Suspense>
  )
}

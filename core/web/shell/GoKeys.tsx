import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { goKeys } from './goKeys.ts'
import { useNavPlaces } from './navigation.ts'
import { isSingleKey } from './singleKeys.ts'

/** Milliseconds within which the letter follows `G`. */
const WAIT_MS = 1500

/** Goes to a place of the navigation by `G` and its letter. */
export function GoKeys() {
  const router = useRouter()
  const { places } = useNavPlaces()
  // Outlasts a render between the two keys.
  const until = useRef(0)
  useEffect(() => {
    const byKey = goKeys(places)
    // The letter goes to no row or mark that has the focus.
    const choose = (event: KeyboardEvent) => {
      // A key that is held goes nowhere.
      if (event.repeat || Date.now() > until.current) return
      until.current = 0
      // Fields that a browser fills in get events without a key.
      const place = isSingleKey(event) ? byKey.get(event.key.toLowerCase()) : undefined
      if (!place) return
      event.preventDefault()
      event.stopPropagation()
      void router.navigate({ to: place.to })
    }
    const begin = (event: KeyboardEvent) => {
      if (isSingleKey(event) && event.key.toLowerCase() === 'g') until.current = Date.now() + WAIT_MS
    }
    window.addEventListener('keydown', choose, true)
    window.addEventListener('keydown', begin)
    return () => {
      window.removeEventListener('keydown', choose, true)
      window.removeEventListener('keydown', begin)
    }
  }, [places, router])
  return null
}

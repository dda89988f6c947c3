import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

// web/public/theme.js reads the same key before the first paint.
const storageKey = 'theme'
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Switches the scheme and remembers it in this browser; `system` follows the device again. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(storageKey)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(storageKey, theme)
    document.documentElement.dataset['theme'] = theme
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

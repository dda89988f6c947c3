/** Event with which browsers that install apps offer to; it is not in all of them. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let offered: InstallPrompt | undefined
const listeners = new Set<() => void>()

function set(next: InstallPrompt | undefined): void {
  offered = next
  for (const listener of listeners) listener()
}

/** Keeps what the browser offers, which it does once and early. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => set(undefined))
}

export const installPrompt = (): InstallPrompt | undefined => offered

export function listenForInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

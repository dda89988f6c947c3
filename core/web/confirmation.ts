type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Says how people are asked to confirm that it is them. @returns what ends it */
export function onConfirmationNeeded(handler: Ask): () => void {
  ask = handler
  return () => {
    if (ask === handler) ask = undefined
  }
}

/**
 * Asks users to confirm that it is them, and resolves to whether they did; several calls that need it at once ask once.
 */
export async function askForConfirmation(): Promise<boolean> {
  asking ??= ask?.().finally(() => {
    asking = undefined
  })
  return (await asking) ?? false
}

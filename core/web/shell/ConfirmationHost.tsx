import { Suspense, lazy, useEffect, useState } from 'react'
import { onConfirmationNeeded } from '../confirmation.ts'

const ConfirmationDialog = lazy(async () => ({
  default: (await import('../pages/second-factor/ConfirmationDialog.tsx')).ConfirmationDialog,
}))

/** Hosts the dialog that asks users to confirm that it is them, whatever page or dialog they are on. */
export function ConfirmationHost() {
  const [end, setEnd] = useState<(isConfirmed: boolean) => void>()
  useEffect(
    () =>
      onConfirmationNeeded(
        () =>
          new Promise((resolve) => {
            setEnd(() => (isConfirmed: boolean) => {
              setEnd(undefined)
              resolve(isConfirmed)
            })
          }),
      ),
    [],
  )
  return (
    end && (
      <Suspense>
        <ConfirmationDialog onEnd={end} />
      </Suspense>
    )
  )
}

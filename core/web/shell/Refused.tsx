import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import { Loading } from './Loading.tsx'
import type { Refusal } from './admission.ts'

const RefusalScreen = lazy(async () => ({ default: (await import('./RefusalScreen.tsx')).RefusalScreen }))
const FirstSignInPage = lazy(async () => ({ default: (await import('../pages/FirstSignInPage.tsx')).FirstSignInPage }))

const HandOverPage = lazy(async () => ({ default: (await import('../pages/HandOverPage.tsx')).HandOverPage }))

const SetUpSecondFactorPage = lazy(async () => ({
  default: (await import('../pages/second-factor/SetUpSecondFactorPage.tsx')).SetUpSecondFactorPage,
}))

/** Shown instead of a page: `data` is the guard's reason; a path that does not exist comes without one. */
export function Refused({ data }: { data?: unknown }): ReactNode {
  const refusal = (data as Refusal | undefined) ?? 'not-found'
  return (
    <Suspense fallback={<Loading />}>
      {refusal === 'first-sign-in' ? (
        <FirstSignInPage />
      ) : refusal === 'second-factor' ? (
        <SetUpSecondFactorPage />
      ) : refusal === 'hand-over' ? (
        <HandOverPage />
      ) : (
        <RefusalScreen refusal={refusal} />
      )}
    </Suspense>
  )
}

import { Suspense, useEffect, useState } from 'react'
import { t } from '../text.ts'
import { part } from '../plugin.ts'
import { onUpgradeToConfirm } from '../upgradeConsent.ts'

const ConfirmDialog = part(() => import('../ui/overlays/ConfirmDialog.tsx'), 'ConfirmDialog')

interface Asked {
  question: string
  answer: (isAgreed: boolean) => void
}

/** Asks people to agree that an act moves their organization to a larger plan, on any page or dialog. */
export function UpgradeConsentHost() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(
    () => onUpgradeToConfirm((question) => new Promise((resolve) => setAsked({ question, answer: resolve }))),
    [],
  )
  if (!asked) return null
  return (
    <Suspense>
      <ConfirmDialog
        title={t('This is more than the plan includes')}
        confirmLabel={t('Continue and upgrade')}
        tone="primary"
        isOpen
        onOpenChange={() => {
          // After a confirmation this changes nothing: the promise is settled.
          asked.answer(false)
          setAsked(undefined)
        }}
        onConfirm={() => asked.answer(true)}
      >
        {asked.question}
      </ConfirmDialog>
    </Suspense>
  )
}

import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { ViewReason } from '../../../base/ledger/contract.ts'
import { ReasonDialog } from '../../../base/ledger/web/ReasonDialog.tsx'
import { nameOf } from '../../../base/families/web/guardianLabels.ts'
import type { Guardian } from '../../../base/families/contract.ts'
import type { Restriction } from '../contract.ts'
import { LiftRestrictionDialog } from './LiftRestrictionDialog.tsx'
import { RestrictDialog } from './RestrictDialog.tsx'
import { RestrictionsDialog } from './RestrictionsDialog.tsx'
import { restrictionsApi } from './client.ts'

type Open = 'restrict' | 'reason' | 'lift'

interface RestrictionButtonsProps {
  studentId: string
  guardian: Guardian
}

/**
 * Opens admins' actions on a guardian's restrictions. The restrictions are read on request, which is recorded; super admins do
 * not see beforehand whether there are any.
 */
export function RestrictionButtons({ studentId, guardian }: RestrictionButtonsProps) {
  const isPlatformStaff = useUser().role === 'superadmin'
  const [open, setOpen] = useState<Open>()
  const [shown, setShown] = useState<readonly Restriction[]>()
  const close = () => setOpen(undefined)
  const name = nameOf(guardian)
  const params = { id: studentId, guardianId: guardian.id }
  // Outside of any cache: the data is gone when the dialog closes.
  const show = async (reason: ViewReason) =>
    setShown(await restrictionsApi.viewRestrictions.call({ params, body: reason }))
  const request = () => {
    if (isPlatformStaff) setOpen('reason')
    else
      show({ reason: null, words: '' }).catch((error: unknown) =>
        notify({ title: 'Failed to show restrictions', description: errorText(error), tone: 'destructive' }),
      )
  }
  return (
    <>
      {(isPlatformStaff || guardian.admin?.wasRestricted) && (
        <Button size="small" aria-label={`Show restrictions of ${name}`} onPress={request}>
          Show restrictions
        </Button>
      )}
      {(isPlatformStaff || guardian.admin?.isRestricted) && (
        <Button size="small" aria-label={`Lift restriction of ${name}`} onPress={() => setOpen('lift')}>
          Lift restriction
        </Button>
      )}
      {(isPlatformStaff || !guardian.admin?.isRestricted) && (
        <Button size="small" aria-label={`Restrict ${name}`} onPress={() => setOpen('restrict')}>
          Restrict
        </Button>
      )}
      <RestrictDialog params={params} name={name} isOpen={open === 'restrict'} onOpenChange={close} />
      <LiftRestrictionDialog params={params} name={name} isOpen={open === 'lift'} onOpenChange={close} />
      <ReasonDialog
        title={`Show the restrictions of ${name}`}
        isOpen={open === 'reason'}
        onOpenChange={close}
        onShow={show}
        isKeptFromGuardians
      />
      <RestrictionsDialog name={name} restrictions={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { TemporaryPasswordDialog, type GivenPassword } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import {
  ActivatePersonDialog,
  DeactivatePersonDialog,
  ResetPersonPasswordDialog,
  RevokeInvitationDialog,
} from '../../../base/people/web/PersonDialogs.tsx'
import { nameOf, stateLabels } from '../../../base/people/web/personLabels.ts'
import { ACCOUNT_AGE, type StudentAccount } from '../account-contract.ts'
import * as styles from './AccountCard.css.ts'
import { NewAccountDialog } from './NewAccountDialog.tsx'
import { SendStudentInvitationDialog } from './SendStudentInvitationDialog.tsx'
import { studentAccountApi } from './accountClient.ts'

const dialogs = {
  reset: ResetPersonPasswordDialog,
  revoke: RevokeInvitationDialog,
  activate: ActivatePersonDialog,
  deactivate: DeactivatePersonDialog,
}

/** Shows a student's account and sign-in name to admins, who create and deactivate accounts. */
export function AccountCard({ studentId }: { studentId: string }) {
  const { data, error, refetch } = useQuery(studentAccountApi.getStudentAccount({ params: { id: studentId } }))
  return (
    <Card title="Account" help="The student’s account for their own home page.">
      {data ? (
        <Account studentId={studentId} account={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={96} />
      )}
    </Card>
  )
}

function Account({ studentId, account }: { studentId: string; account: StudentAccount }) {
  const { person, signInName, lacksConsent } = account
  const [given, setGiven] = useState<GivenPassword>()
  const [asked, setAsked] = useState<{ for: keyof typeof dialogs | 'create' | 'send'; isOpen: boolean }>()
  const ask = (what: keyof typeof dialogs | 'create' | 'send') => setAsked({ for: what, isOpen: true })
  const dialog = {
    isOpen: asked?.isOpen ?? false,
    onOpenChange: (isOpen: boolean) => setAsked(asked && { ...asked, isOpen }),
  }
  const state = person?.state ?? 'no-account'
  const PersonDialog = asked && asked.for !== 'create' && asked.for !== 'send' ? dialogs[asked.for] : undefined
  return (
    <div className={styles.account}>
      <Facts
        facts={[
          [
            'State',
            <Badge key="state" tone={stateLabels[state].tone} hasDot>
              {stateLabels[state].label}
            </Badge>,
          ],
          ...(signInName === null ? [] : [['Signs in with', signInName] as const]),
          ...(person?.invitedUntil
            ? [['Invited until', <DateTime key="until" value={person.invitedUntil} />] as const]
            : []),
        ]}
      />
      {lacksConsent && state !== 'active' && (
        <Banner tone="warn" title="A guardian’s consent is missing">
          Under {ACCOUNT_AGE} years, or without a birthday, an account needs a consent of the kind “account” that a
          guardian has given.
        </Banner>
      )}
      <div className={styles.acts}>
        {state === 'no-account' && (
          <Button variant="primary" isDisabled={lacksConsent ?? false} onPress={() => ask('create')}>
            Give an account
          </Button>
        )}
        {state === 'invited' && (
          <>
            <Button isDisabled={lacksConsent ?? false} onPress={() => ask('send')}>
              Send invitation again
            </Button>
            <Button onPress={() => ask('revoke')}>Revoke invitation</Button>
          </>
        )}
        {state === 'active' && (
          <>
            <Button onPress={() => ask('reset')}>Reset password</Button>
            <Button onPress={() => ask('deactivate')}>Deactivate</Button>
          </>
        )}
        {state === 'inactive' && <Button onPress={() => ask('activate')}>Activate</Button>}
      </div>
      {asked?.for === 'create' && (
        <NewAccountDialog studentId={studentId} account={account} onGiven={setGiven} {...dialog} />
      )}
      {asked?.for === 'send' && person && (
        <SendStudentInvitationDialog studentId={studentId} name={nameOf(person)} {...dialog} />
      )}
      {PersonDialog && person && <PersonDialog person={person} {...dialog} />}
      <TemporaryPasswordDialog title="Account created" given={given} onClose={() => setGiven(undefined)} />
    </div>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useErasing } from '../../../shared/web/useErasing.tsx'
import type { Guardian } from '../../../base/families/contract.ts'
import { AddGuardianDialog } from '../../../base/families/web/AddGuardianDialog.tsx'
import { EditGuardianDialog } from '../../../base/families/web/EditGuardianDialog.tsx'
import { GuardianRow } from './GuardianRow.tsx'
import * as styles from './GuardiansTab.css.ts'
import { PersonList } from '../../../base/families/web/PersonRow.tsx'
import { RemoveGuardianDialog } from '../../../base/families/web/RemoveGuardianDialog.tsx'
import { SendInvitationDialog } from '../../../base/people/web/PersonDialogs.tsx'
import { familiesApi, guardianReads } from '../../../base/families/web/client.ts'

const CollectorsCard = part(() => import('../../../care/collectors/web/CollectorsCard.tsx'), 'CollectorsCard')

const LetterNote = part(() => import('../../../admissions/letters/web/LetterNote.tsx'), 'LetterNote')

/** Lists a student's guardians and their rights, which only admins change. */
export function GuardiansTab({ studentId }: { studentId: string }) {
  const isAdmin = useUser().role !== 'instructor'
  const [isAdding, setAdding] = useState(false)
  const guardians = useQuery(familiesApi.listGuardians({ params: { id: studentId } }))
  const { data, error, refetch } = guardians
  return (
    <Stack>
      <Card
        title="Guardians"
        help="In order of contact: call the first guardian first."
        actions={
          isAdmin && (
            <Button icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
              Add guardian
            </Button>
          )
        }
      >
        {error && <ErrorState error={error} onRetry={refetch} isFrameless />}
        {!data && !error && <Skeleton height={160} />}
        {data?.length === 0 && (
          <p className={styles.empty}>
            No guardians yet.{' '}
            {isAdmin ? 'Add a guardian you can reach in an emergency.' : 'An admin of the organization adds guardians.'}
          </p>
        )}
        {data && data.length > 0 && <GuardianList studentId={studentId} guardians={data} isAdmin={isAdmin} />}
      </Card>
      {isAdmin && (
        <PartBoundary>
          <LetterNote studentId={studentId} />
        </PartBoundary>
      )}
      <PartBoundary fallback={<Skeleton height={160} />}>
        <CollectorsCard studentId={studentId} firstName="this child" />
      </PartBoundary>
      <AddGuardianDialog studentId={studentId} isOpen={isAdding} onOpenChange={setAdding} />
    </Stack>
  )
}

const mayInvite = ({ isActive, admin }: Guardian) =>
  isActive && admin !== null && admin.email !== null && (admin.state === 'no-account' || admin.state === 'invited')

interface GuardianListProps {
  studentId: string
  guardians: readonly Guardian[]
  isAdmin: boolean
}

function GuardianList({ studentId, guardians, isAdmin }: GuardianListProps) {
  const [edited, setEdited] = useState<Guardian>()
  const [removed, setRemoved] = useState<Guardian>()
  const [invited, setInvited] = useState<Guardian>()
  const erasing = useErasing()
  const queryClient = useQueryClient()
  const arrange = useMutation(
    familiesApi.arrangeGuardians.mutation({
      touches: guardianReads,
      onError: (error, _input, _result, { client }) => {
        notify({ title: 'Failed to change the order', description: errorText(error), tone: 'destructive' })
        void client.invalidateQueries({ queryKey: familiesApi.listGuardians.key({ params: { id: studentId } }) })
      },
    }),
  )
  const former = guardians.map(({ id }) => id)
  const move = (index: number, by: 1 | -1) => {
    const ids = former.filter((_, place) => place !== index).toSpliced(index + by, 0, former[index] ?? '')
    arrange.mutate({ params: { id: studentId }, body: { ids, former } })
  }
  return (
    <>
      <PersonList label="Guardians">
        {guardians.map((guardian, index) => (
          <GuardianRow
            key={guardian.id}
            studentId={studentId}
            guardian={guardian}
            acts={
              isAdmin
                ? {
                    edit: () => setEdited(guardian),
                    ...(mayInvite(guardian) && { invite: () => setInvited(guardian) }),
                    remove: () => setRemoved(guardian),
                    more: erasing.entry({ kind: 'user', id: guardian.userId }),
                    ...(index > 0 && { moveUp: () => move(index, -1) }),
                    ...(index < guardians.length - 1 && { moveDown: () => move(index, 1) }),
                  }
                : undefined
            }
          />
        ))}
      </PersonList>
      <EditGuardianDialog studentId={studentId} guardianId={edited?.id} onClose={() => setEdited(undefined)} />
      {erasing.dialog}
      {invited?.admin && (
        <SendInvitationDialog
          person={{ ...invited, ...invited.admin, id: invited.userId, username: '', role: 'parent' }}
          isOpen
          onOpenChange={() => {
            setInvited(undefined)
            void queryClient.invalidateQueries({ queryKey: familiesApi.listGuardians.key() })
          }}
        />
      )}
      {removed && (
        <RemoveGuardianDialog
          studentId={studentId}
          guardian={removed}
          isOpen
          onOpenChange={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}

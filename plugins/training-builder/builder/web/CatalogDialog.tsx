import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { CatalogChange, CatalogChanges } from '../../modules/copy-contract.ts'
import { copiesApi, draftsApi, modulesApi } from './client.ts'
import { listDifferentFacts } from './comparing.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import { toEdited } from './moduleList.ts'

interface CatalogDialogProps {
  projectId: string
  found: CatalogChanges
  isOpen: boolean
  onClose: () => void
}

/** Shows changes in the catalog since an organization copied its modules: to be taken or declined, module by module. */
export function CatalogDialog({ isOpen, onClose, ...of }: CatalogDialogProps) {
  return (
    <Dialog
      title="The catalog has changed"
      help="Choose a version for each module. You will not be asked about the same change again."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Changes {...of} onDone={onClose} />
    </Dialog>
  )
}

function Changes({
  projectId,
  found,
  onDone,
}: Omit<CatalogDialogProps, 'isOpen' | 'onClose'> & { onDone: () => void }) {
  const of = { params: { projectId } }
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const queryClient = useQueryClient()
  const touches = [copiesApi.catalogChanges.key(of), draftsApi.builderState.key(of), modulesApi.listModules.key(of)]
  const decide = useMutation(
    copiesApi.decideChanges.mutation({
      touches,
      onSuccess: () => {
        notify({ title: 'Success', description: 'Training modules saved successfully' })
        onDone()
      },
      onError: (error) => {
        notify({ title: 'Error', description: errorText(error), tone: 'destructive' })
        // Shows the current state with the choices so far, to review and save.
        if (isOutdated(error)) void refresh(queryClient, touches)
      },
    }),
  )
  const save = () => {
    const { version, catalogVersion, changes } = found
    const decisions = changes.map(({ catalogId }) => ({
      catalogId,
      choice: taken.has(catalogId) ? ('take' as const) : ('keep' as const),
    }))
    decide.mutate({ ...of, body: { version, catalogVersion, decisions } })
  }
  return (
    <>
      <DialogBody>
        <Stack>
          {found.changes.map(({ catalogId, title, kind, own, catalog }) => (
            <DifferenceCard
              key={catalogId}
              title={title}
              help={changeLabels[kind].help}
              facts={listDifferentFacts(own ? toEdited(own) : undefined, catalog ? toEdited(catalog) : undefined)}
              sides={['Ours', 'Catalog']}
              choices={changeLabels[kind].choices}
              isTaken={taken.has(catalogId)}
              onChoose={(isTaken) =>
                setTaken((now) =>
                  isTaken ? new Set([...now, catalogId]) : new Set([...now].filter((one) => one !== catalogId)),
                )
              }
            />
          ))}
        </Stack>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" isPending={decide.isPending} onPress={save}>
          Save decisions
        </Button>
      </DialogFooter>
    </>
  )
}

const changeLabels: Record<CatalogChange['kind'], { help: string; choices: readonly [string, string] }> = {
  changed: { help: 'Changed in the catalog.', choices: ['Keep ours', 'Take the catalog’s'] },
  added: { help: 'New in the catalog.', choices: ['Leave it out', 'Take it'] },
  removed: { help: 'Not in the catalog any more.', choices: ['Keep ours', 'Delete it here too'] },
}

import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { differences, merged, type Difference } from './comparing.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import type { EditedModule } from './moduleList.ts'

interface ConflictDialogProps {
  mine: readonly EditedModule[]
  /** As somebody else has saved them. */
  theirs: readonly EditedModule[]
  isOpen: boolean
  onClose: () => void
  onMerged: (modules: EditedModule[]) => void
}

/** The own text beside what somebody else has saved meanwhile; nothing of either is lost before it is chosen. */
export function ConflictDialog({ isOpen, onClose, ...lists }: ConflictDialogProps) {
  return (
    <Dialog
      title="Compare with what was saved"
      help="Yours is not saved yet. Choose for each module which counts; then go on editing, and save."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Comparison {...lists} />
    </Dialog>
  )
}

function Comparison({ mine, theirs, onMerged }: Pick<ConflictDialogProps, 'mine' | 'theirs' | 'onMerged'>) {
  const found = differences(mine, theirs)
  // What they have added is not lost unless somebody says so.
  const [taken, setTaken] = useState(() => new Set(found.filter((one) => !one.mine).map(({ key }) => key)))
  const choose = (key: string, isTaken: boolean) =>
    setTaken((now) => (isTaken ? new Set([...now, key]) : new Set([...now].filter((one) => one !== key))))
  return (
    <>
      <DialogBody>
        {found.length === 0 && <p>Both say the same.</p>}
        <Stack>
          {found.map((one) => (
            <DifferenceCard
              key={one.key}
              title={one.title}
              help={helpOf(one)}
              facts={one.facts}
              sides={['Yours', 'Theirs']}
              choices={choicesOf(one)}
              isTaken={taken.has(one.key)}
              onChoose={(isTaken) => choose(one.key, isTaken)}
            />
          ))}
        </Stack>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" onPress={() => onMerged(merged(mine, theirs, taken))}>
          Go on with these
        </Button>
      </DialogFooter>
    </>
  )
}

const helpOf = ({ mine, theirs }: Difference) =>
  mine && theirs ? 'Both have it, and it differs.' : mine ? 'Only you have it.' : 'Only they have it.'

const choicesOf = ({ mine, theirs }: Difference) =>
  mine && theirs
    ? (['Keep mine', 'Take theirs'] as const)
    : mine
      ? (['Keep it', 'Leave it out'] as const)
      : (['Leave it out', 'Take it'] as const)

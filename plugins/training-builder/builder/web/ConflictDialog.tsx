import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { findChanged, findDifferences, mergeModules, findOrderChange, type Difference } from './comparing.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import type { EditedModule } from './moduleList.ts'

interface ConflictDialogProps {
  mine: readonly EditedModule[]
  /** Modules as another editor has saved them. */
  theirs: readonly EditedModule[]
  /** Modules with which both began, where they are known. */
  base: readonly EditedModule[] | undefined
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

function Comparison({ mine, theirs, base, onMerged }: Omit<ConflictDialogProps, 'isOpen' | 'onClose'>) {
  const found = findDifferences(mine, theirs).map((one) => ({ ...one, by: findChanged(one, base) }))
  const disputed = found.filter(({ by }) => by === 'both')
  const theirsAlone = found.filter(({ by }) => by === 'them')
  const order = findOrderChange(mine, theirs, base)
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  // What they have added is not lost unless somebody says so.
  const isTaken = ({ key, mine: own }: Difference) => chosen.get(key) ?? !own
  const taken = new Set([...theirsAlone, ...disputed.filter(isTaken)].map(({ key }) => key))
  return (
    <>
      <DialogBody>
        <Stack>
          {found.length === 0 && !order && <p>Both say the same.</p>}
          {theirsAlone.length > 0 && (
            <p>What only they have changed counts as they saved it: {formatTitles(theirsAlone)}.</p>
          )}
          {found.length > 0 && disputed.length === 0 && <p>Nothing was changed by both of you.</p>}
          {order === 'me' && <p>The modules are in another order than they saved: yours counts.</p>}
          {order === 'them' && <p>They have put the modules in another order: theirs counts.</p>}
          {disputed.map((one) => (
            <DifferenceCard
              key={one.key}
              title={one.title}
              help={describeDifference(one)}
              facts={one.facts}
              sides={['Yours', 'Theirs']}
              choices={listChoices(one)}
              isTaken={isTaken(one)}
              onChoose={(takes) => setChosen((now) => new Map([...now, [one.key, takes]]))}
            />
          ))}
        </Stack>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" onPress={() => onMerged(mergeModules(mine, theirs, taken, order))}>
          Go on with these
        </Button>
      </DialogFooter>
    </>
  )
}

const formatTitles = (found: readonly Difference[]) => found.map(({ title }) => `“${title}”`).join(', ')

const describeDifference = ({ mine, theirs }: Difference) =>
  mine && theirs ? 'Both have it, and it differs.' : mine ? 'Only you have it.' : 'Only they have it.'

const listChoices = ({ mine, theirs }: Difference) =>
  mine && theirs
    ? (['Keep mine', 'Take theirs'] as const)
    : mine
      ? (['Keep it', 'Leave it out'] as const)
      : (['Leave it out', 'Take it'] as const)

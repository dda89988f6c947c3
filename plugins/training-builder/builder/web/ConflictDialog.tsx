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
  /** Modules with which both editors began, if they are known. */
  base: readonly EditedModule[] | undefined
  isOpen: boolean
  onClose: () => void
  onMerged: (modules: EditedModule[]) => void
}

/** Shows the local text beside the one that another editor has saved meanwhile; both stay until the editor chooses. */
export function ConflictDialog({ isOpen, onClose, ...lists }: ConflictDialogProps) {
  return (
    <Dialog
      title="Compare with what was saved"
      help="Your version is not saved yet. Choose a version of each module, then continue editing and save."
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
  // Additions by the other editor are kept by default.
  const isTaken = ({ key, mine: own }: Difference) => chosen.get(key) ?? !own
  const taken = new Set([...theirsAlone, ...disputed.filter(isTaken)].map(({ key }) => key))
  return (
    <>
      <DialogBody>
        <Stack>
          {found.length === 0 && !order && <p>Both say the same.</p>}
          {theirsAlone.length > 0 && (
            <p>Changed only by them, and used as they saved it: {formatTitles(theirsAlone)}.</p>
          )}
          {found.length > 0 && disputed.length === 0 && <p>No module was changed by both of you.</p>}
          {order === 'me' && <p>The order of the modules differs: yours is used.</p>}
          {order === 'them' && <p>They changed the order of the modules: theirs is used.</p>}
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
          Continue with these
        </Button>
      </DialogFooter>
    </>
  )
}

const formatTitles = (found: readonly Difference[]) => found.map(({ title }) => `“${title}”`).join(', ')

const describeDifference = ({ mine, theirs }: Difference) =>
  mine && theirs ? 'In both versions, with differences.' : mine ? 'Only in your version.' : 'Only in their version.'

const listChoices = ({ mine, theirs }: Difference) =>
  mine && theirs
    ? (['Keep mine', 'Take theirs'] as const)
    : mine
      ? (['Keep it', 'Leave it out'] as const)
      : (['Leave it out', 'Take it'] as const)

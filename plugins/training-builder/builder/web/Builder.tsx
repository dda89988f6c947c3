import { ArchiveRestore, Save } from 'lucide-react'
import { useState } from 'react'
import { useLacking, usePlatform } from '#core/web/session.ts'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { BuilderState } from '../../modules/draft-contract.ts'
import { CatalogNote } from './CatalogNote.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DeletedDialog } from './DeletedDialog.tsx'
import { ModulePreview } from './ModulePreview.tsx'
import { ModulesEditor } from './ModulesEditor.tsx'
import * as styles from './ModulesEditor.css.ts'
import { useModules, type Modules } from './useModules.ts'

interface BuilderProps {
  projectId: string
  /** State as it was read when the project was chosen. */
  begun: BuilderState
  isPreview: boolean
}

/** Edits the modules of one project. */
export function Builder({ projectId, begun, isPreview }: BuilderProps) {
  const modules = useModules(projectId, begun)
  const [dialog, setDialog] = useState<'compare' | 'deleted' | 'discard'>()
  const close = () => setDialog(undefined)
  const isLacking = useLacking('training-builder') !== undefined
  // The catalog has no modules of an organization's own project, and the response is empty.
  const isCopying = usePlatform().app === 'tenant' && !modules.saved.isCatalog
  return (
    <Stack>
      <PlanNotice needs="training-builder" />
      <Notes modules={modules} onCompare={() => setDialog('compare')} />
      {isCopying && <CatalogNote projectId={projectId} isChanged={modules.isChanged} />}
      <div className={styles.bar}>
        <span role="status" className={styles.status}>
          {describeStatus(modules)}
        </span>
        <Button icon={<ArchiveRestore size={16} aria-hidden />} onPress={() => setDialog('deleted')}>
          Deleted modules
        </Button>
        {modules.isChanged && <Button onPress={() => setDialog('discard')}>Discard changes</Button>}
        <Button
          variant="primary"
          icon={<Save size={16} aria-hidden />}
          isDisabled={!modules.isChanged || modules.isOutdated || isLacking}
          isPending={modules.isSaving}
          onPress={() => void modules.save()}
        >
          Save Modules
        </Button>
      </div>
      {isPreview && modules.modules.length === 0 && (
        <EmptyState title="No training modules yet">There is no training for instructors here.</EmptyState>
      )}
      {isPreview ? (
        modules.modules.map((module, index) => <ModulePreview key={module.key} module={module} number={index + 1} />)
      ) : (
        <ModulesEditor modules={modules.modules} onChange={modules.change} />
      )}
      <ConflictDialog
        mine={modules.modules}
        theirs={modules.savedModules}
        base={modules.base}
        isOpen={dialog === 'compare'}
        onClose={close}
        onMerged={(next) => {
          if (modules.rebase(next)) close()
        }}
      />
      <DeletedDialog
        projectId={projectId}
        modules={modules.modules}
        isOpen={dialog === 'deleted'}
        onClose={close}
        onRestore={(module) => modules.change([...modules.modules, module])}
      />
      <ConfirmDialog
        title="Discard your changes?"
        confirmLabel="Discard changes"
        isOpen={dialog === 'discard'}
        onOpenChange={close}
        onConfirm={modules.discard}
      >
        The modules return to the last saved version. Your changes since then are lost.
      </ConfirmDialog>
    </Stack>
  )
}

function Notes({ modules, onCompare }: { modules: Modules; onCompare: () => void }) {
  const [other] = modules.saved.others
  return (
    <>
      {modules.isOutdated && (
        <Banner
          tone="warn"
          title="Someone else saved these modules in the meantime"
          action={
            <Button size="small" onPress={onCompare}>
              Compare
            </Button>
          }
        >
          Your text is saved. Compare both before you save.
        </Banner>
      )}
      {other && (
        <Banner title={`${other.name ?? 'A super admin'} is writing these modules too`}>
          Not saved yet; last changed <RelativeTime value={other.at} />. The second to save compares both.
        </Banner>
      )}
    </>
  )
}

function describeStatus({ isChanged, keeping, keepingError, saved }: Modules): string {
  if (!isChanged) return saved.version === 0 ? '' : `Version ${saved.version} is what instructors see.`
  if (keeping === 'keeping') return 'Keeping your draft…'
  if (keeping === 'retrying') return `Your draft could not be saved. ${keepingError} It is tried again.`
  if (keeping === 'failed') {
    return `Your draft could not be saved. ${keepingError} Save, or change something to try again.`
  }
  return 'Draft saved. Instructors see it once you save.'
}

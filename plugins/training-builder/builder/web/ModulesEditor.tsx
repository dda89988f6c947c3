import { GraduationCap, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SortableArea, SortableList } from '#core/web/ui/lists/Sortable.tsx'
import { MAX_MODULES } from '../../modules/contract.ts'
import { ModuleDialog, type ModuleFields } from './ModuleDialog.tsx'
import { ModuleRow } from './ModuleRow.tsx'
import {
  moveModule,
  MODULES,
  createModule,
  getSectionsGroup,
  withModule,
  withModuleBack,
  withSectionAt,
  type ChangeModules,
  type EditedModule,
  type EditedSection,
} from './moduleList.ts'
import * as styles from './ModulesEditor.css.ts'
import { SectionDialog, type SectionFields } from './SectionDialog.tsx'

interface ModulesEditorProps {
  modules: readonly EditedModule[]
  onChange: ChangeModules
}

/** Lists the modules of a project with their sections, which can be dragged, moved by menu, edited and deleted. */
export function ModulesEditor({ modules, onChange }: ModulesEditorProps) {
  const [module, setModule] = useState<EditedModule | 'new'>()
  const [section, setSection] = useState<{ moduleKey: string; section: EditedSection; isNew: boolean }>()
  const remove = (removed: EditedModule, place: number) => {
    onChange(modules.filter(({ key }) => key !== removed.key))
    notify({
      title: 'Success',
      description: 'Module deleted successfully',
      // Restores it into the current list, which may have changed since.
      action: { label: 'Undo', onAction: () => onChange((present) => withModuleBack(present, removed, place)) },
    })
  }
  const finishModule = (fields: ModuleFields) => {
    if (module === 'new') onChange([...modules, createModule({ ...fields, content: { sections: [] } })])
    else if (module) onChange(withModule(modules, { ...module, ...fields }))
    notify({
      title: 'Success',
      description: module === 'new' ? 'Module created successfully' : 'Module updated successfully',
    })
    setModule(undefined)
  }
  const finishSection = (fields: SectionFields) => {
    if (!section) return
    const { moduleKey, section: before } = section
    const sections = modules.find(({ key }) => key === moduleKey)?.content.sections ?? []
    const place = sections.findIndex(({ key }) => key === before.key)
    const changed = { ...before, ...fields }
    onChange(withSectionAt(modules, changed, moduleKey, place < 0 ? sections.length : place))
    setSection(undefined)
  }
  const groups = [
    { id: MODULES, name: 'the modules', items: modules.map(({ key, title }) => ({ id: key, name: title })) },
    ...modules.map((one) => ({
      id: getSectionsGroup(one),
      name: one.title,
      items: one.content.sections.map(({ key, title }) => ({ id: key, name: title })),
    })),
  ]
  const [all] = groups
  return (
    <div className={styles.editor}>
      <div className={styles.bar}>
        <Button
          icon={<Plus size={16} aria-hidden />}
          isDisabled={modules.length >= MAX_MODULES}
          onPress={() => setModule('new')}
        >
          Add Module
        </Button>
      </div>
      {modules.length === 0 ? (
        <EmptyState icon={<GraduationCap size={20} aria-hidden />} title="No training modules yet">
          Instructors complete modules before they run the project. Add the first one.
        </EmptyState>
      ) : (
        <SortableArea groups={groups} onMove={(key, group, index) => onChange(moveModule(modules, key, group, index))}>
          {all && (
            <SortableList group={all}>
              {(key, handle) => {
                const place = modules.findIndex((one) => one.key === key)
                const shown = modules[place]
                return (
                  shown && (
                    <ModuleRow
                      modules={modules}
                      place={place}
                      module={shown}
                      handle={handle}
                      onChange={onChange}
                      onEdit={() => setModule(shown)}
                      onRemove={() => remove(shown, place)}
                      onEditSection={(edited, isNew) => setSection({ moduleKey: key, section: edited, isNew })}
                    />
                  )
                )
              }}
            </SortableList>
          )}
        </SortableArea>
      )}
      <ModuleDialog module={module} onClose={() => setModule(undefined)} onDone={finishModule} />
      <SectionDialog
        section={section?.section}
        isNew={section?.isNew ?? false}
        onClose={() => setSection(undefined)}
        onDone={finishSection}
      />
    </div>
  )
}

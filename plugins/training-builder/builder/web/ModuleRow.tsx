import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { SortableList } from '#core/web/ui/lists/Sortable.tsx'
import { MAX_MODULES, MAX_SECTIONS, sectionTypes } from '../../modules/contract.ts'
import {
  copyModule,
  copySection,
  sumMinutes,
  createSection,
  getSectionsGroup,
  withModule,
  withModuleAt,
  withSectionAt,
  withSectionBack,
  type ChangeModules,
  type EditedModule,
  type EditedSection,
} from './moduleList.ts'
import * as styles from './ModulesEditor.css.ts'
import { SectionRow } from './SectionRow.tsx'
import { formatMinutes, createSectionOf, sectionLabels } from './sectionLabels.ts'

interface ModuleRowProps {
  /** All modules of the project. */
  modules: readonly EditedModule[]
  module: EditedModule
  /** Index among them, from 0. */
  place: number
  /** Drag handle. */
  handle: ReactNode
  onChange: ChangeModules
  onEdit: () => void
  onRemove: () => void
  onEditSection: (section: EditedSection, isNew: boolean) => void
}

/** Row of a module in its editors' list, with its sections when it is expanded. */
export function ModuleRow({
  modules,
  module,
  place,
  handle,
  onChange,
  onEdit,
  onRemove,
  onEditSection,
}: ModuleRowProps) {
  const { sections } = module.content
  const items: MenuEntry[] = [
    { label: 'Edit', onAction: onEdit },
    {
      label: 'Duplicate',
      isDisabled: modules.length >= MAX_MODULES,
      onAction: () => onChange(modules.toSpliced(place + 1, 0, copyModule(module))),
    },
    {
      label: 'Move up',
      isDisabled: place === 0,
      onAction: () => onChange(withModuleAt(modules, module.key, place - 1)),
    },
    {
      label: 'Move down',
      isDisabled: place === modules.length - 1,
      onAction: () => onChange(withModuleAt(modules, module.key, place + 1)),
    },
    'separator',
    { label: 'Delete', isDanger: true, onAction: onRemove },
  ]
  return (
    <div className={styles.module}>
      <Disclosure
        label={`${place + 1}. ${module.title}`}
        details={`${formatMinutes(module.estimatedDuration)} · ${formatSections(sections)}`}
        beside={handle}
      >
        {() => (
          <div className={styles.opened}>
            <p className={styles.description}>{module.description}</p>
            <SortableList
              group={{
                id: getSectionsGroup(module),
                name: module.title,
                items: sections.map(({ key, title }) => ({ id: key, name: title })),
              }}
              empty={<p className={styles.none}>No sections yet: add one, or drag one here.</p>}
            >
              {(key, sectionHandle) => {
                const index = sections.findIndex((one) => one.key === key)
                const section = sections[index]
                return (
                  section && (
                    <SectionRow
                      section={section}
                      handle={sectionHandle}
                      items={buildSectionItems(modules, module, section, index, onChange, () =>
                        onEditSection(section, false),
                      )}
                    />
                  )
                )
              }}
            </SortableList>
            <div className={styles.bar}>
              <MenuButton
                label="Add Section"
                items={sectionTypes.map((type) => ({
                  label: sectionLabels[type].label,
                  description: sectionLabels[type].description,
                  onAction: () => onEditSection(createSection(createSectionOf(type)), true),
                }))}
              >
                <Button
                  size="small"
                  icon={<Plus size={16} aria-hidden />}
                  isDisabled={sections.length >= MAX_SECTIONS}
                  aria-label={`Add Section to ${module.title}`}
                >
                  Add Section
                </Button>
              </MenuButton>
              <span className={styles.about}>
                {formatMinutes(sumMinutes(module))} of {formatMinutes(module.estimatedDuration)} in sections
              </span>
            </div>
          </div>
        )}
      </Disclosure>
      <MenuButton label={`Actions for ${module.title}`} items={items} />
    </div>
  )
}

const formatSections = ({ length }: readonly unknown[]) => `${length} ${length === 1 ? 'section' : 'sections'}`

/** Builds the menu of a section, with every position that it can be dragged to. */
function buildSectionItems(
  modules: readonly EditedModule[],
  module: EditedModule,
  section: EditedSection,
  index: number,
  onChange: ChangeModules,
  onEdit: () => void,
): MenuEntry[] {
  const { sections } = module.content
  const move = (to: EditedModule, at: number) => onChange(withSectionAt(modules, section, to.key, at))
  return [
    { label: 'Edit', onAction: onEdit },
    {
      label: 'Duplicate',
      isDisabled: sections.length >= MAX_SECTIONS,
      onAction: () => onChange(withSectionAt(modules, copySection(section), module.key, index + 1)),
    },
    { label: 'Move up', isDisabled: index === 0, onAction: () => move(module, index - 1) },
    { label: 'Move down', isDisabled: index === sections.length - 1, onAction: () => move(module, index + 1) },
    ...modules
      .filter(({ key, content }) => key !== module.key && content.sections.length < MAX_SECTIONS)
      .map((to) => ({ label: `Move to ${to.title}`, onAction: () => move(to, to.content.sections.length) })),
    'separator',
    {
      label: 'Delete',
      isDanger: true,
      onAction: () => {
        onChange(
          withModule(modules, { ...module, content: { sections: sections.filter(({ key }) => key !== section.key) } }),
        )
        notify({
          title: 'Success',
          description: 'Section deleted successfully',
          action: {
            label: 'Undo',
            onAction: () => onChange((present) => withSectionBack(present, section, module.key, index)),
          },
        })
      },
    },
  ]
}

import { useEditorState, type Editor } from '@tiptap/react'
import {
  Bold,
  ChevronDown,
  Code,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  Plus,
  Quote,
  Redo2,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Toolbar } from 'react-aria-components/Toolbar'
import { calloutTones } from '#core/contract/rich-text.ts'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { MenuButton, type MenuEntry } from '../actions/MenuButton.tsx'
import { editorState } from './editorState.ts'
import * as styles from './RichTextEditor.css.ts'
import { mediaLabels, toneLabels } from './labels.ts'

/** Buttons that need more than a press. */
export type EditorDialog = 'link' | 'formula' | 'picture' | 'embed' | 'video' | 'audio'

interface EditorToolbarProps {
  editor: Editor
  /** Label of the text that it formats. */
  label: string
  canAddPictures: boolean
  /** Films and sounds. */
  canAddRecordings: boolean
  onDialog: (dialog: EditorDialog) => void
  ref: Ref<HTMLDivElement>
}

const textStyles = [
  { level: undefined, label: 'Text' },
  { level: 2, label: 'Heading' },
  { level: 3, label: 'Subheading' },
  { level: 4, label: 'Small heading' },
] as const

const marks = [
  { name: 'bold', label: 'Bold', icon: Bold },
  { name: 'italic', label: 'Italic', icon: Italic },
  { name: 'underline', label: 'Underline', icon: Underline },
  { name: 'strike', label: 'Strike through', icon: Strikethrough },
  { name: 'code', label: 'Code', icon: Code },
  { name: 'superscript', label: 'Superscript', icon: Superscript },
  { name: 'subscript', label: 'Subscript', icon: Subscript },
] as const

/** Toolbar that formats the text; arrow keys move from one button to the next. */
export function EditorToolbar({ editor, label, canAddPictures, canAddRecordings, onDialog, ref }: EditorToolbarProps) {
  const state = useEditorState({ editor, selector: editorState })
  const act = () => editor.chain().focus()
  const style = textStyles.find(({ level }) => level === state.level)?.label ?? 'Text'
  return (
    <Toolbar ref={ref} aria-label={`Format of ${label}`} className={styles.toolbar}>
      <MenuButton
        label="Text style"
        items={textStyles.map(({ level, label: words }) => ({
          label: words,
          onAction: () => (level ? act().setHeading({ level }).run() : act().setParagraph().run()),
        }))}
      >
        <ToolbarMenu label={`Text style: ${style}`}>{style}</ToolbarMenu>
      </MenuButton>
      {marks.map(({ name, label: words, icon }) => (
        <Toggle
          key={name}
          label={words}
          icon={icon}
          isSelected={state.marks.includes(name)}
          onPress={() => act().toggleAnyMark(name).run()}
        />
      ))}
      <Toggle label="Link" icon={Link} isSelected={state.marks.includes('link')} onPress={() => onDialog('link')} />
      <hr className={styles.parting} />
      <Toggle
        label="Bulleted list"
        icon={List}
        isSelected={state.blocks.includes('bulletList')}
        onPress={() => act().toggleBulletList().run()}
      />
      <Toggle
        label="Numbered list"
        icon={ListOrdered}
        isSelected={state.blocks.includes('orderedList')}
        onPress={() => act().toggleOrderedList().run()}
      />
      <Toggle
        label="Quote"
        icon={Quote}
        isSelected={state.blocks.includes('blockquote')}
        onPress={() => act().toggleBlockquote().run()}
      />
      <hr className={styles.parting} />
      {canAddPictures && (
        <Toggle
          label="Picture"
          icon={ImagePlus}
          isSelected={state.blocks.includes('image')}
          onPress={() => onDialog('picture')}
        />
      )}
      <MenuButton label="Insert" items={insertions(editor, { blocks: state.blocks, canAddRecordings, onDialog })}>
        <ToolbarMenu label="Insert" icon={<Plus size={16} aria-hidden />}>
          Insert
        </ToolbarMenu>
      </MenuButton>
      {state.blocks.includes('table') && (
        <MenuButton label="Table" items={tableActs(editor)}>
          <ToolbarMenu label="Table" icon={<Table size={16} aria-hidden />}>
            Table
          </ToolbarMenu>
        </MenuButton>
      )}
      <hr className={styles.parting} />
      <IconButton label="Undo" size="small" isDisabled={!state.canUndo} onPress={() => act().undo().run()}>
        <Undo2 size={16} aria-hidden />
      </IconButton>
      <IconButton label="Redo" size="small" isDisabled={!state.canRedo} onPress={() => act().redo().run()}>
        <Redo2 size={16} aria-hidden />
      </IconButton>
    </Toolbar>
  )
}

interface Insertable extends Pick<EditorToolbarProps, 'canAddRecordings' | 'onDialog'> {
  /** Around the cursor. */
  blocks: readonly string[]
}

function insertions(editor: Editor, { blocks, canAddRecordings, onDialog }: Insertable): MenuEntry[] {
  const act = () => editor.chain().focus()
  const isInCallout = blocks.includes('callout')
  return [
    { label: 'Formula', onAction: () => onDialog('formula') },
    { label: 'Table', onAction: () => act().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run() },
    ...calloutTones.map((tone) => ({
      label: `Callout: ${toneLabels[tone]}`,
      onAction: () =>
        isInCallout ? act().updateAttributes('callout', { tone }).run() : act().wrapIn('callout', { tone }).run(),
    })),
    ...(isInCallout ? [{ label: 'Remove the callout', onAction: () => act().lift('callout').run() }] : []),
    { label: 'Code block', onAction: () => act().toggleCodeBlock().run() },
    { label: 'Dividing line', onAction: () => act().setHorizontalRule().run() },
    ...(canAddRecordings
      ? (['video', 'audio'] as const).map((kind) => ({ label: mediaLabels[kind], onAction: () => onDialog(kind) }))
      : []),
    { label: 'Link to a video or page', onAction: () => onDialog('embed') },
  ]
}

function tableActs(editor: Editor): MenuEntry[] {
  const act = () => editor.chain().focus()
  return [
    { label: 'Row above', onAction: () => act().addRowBefore().run() },
    { label: 'Row below', onAction: () => act().addRowAfter().run() },
    { label: 'Column before', onAction: () => act().addColumnBefore().run() },
    { label: 'Column after', onAction: () => act().addColumnAfter().run() },
    { label: 'Heading row', onAction: () => act().toggleHeaderRow().run() },
    { label: 'Heading column', onAction: () => act().toggleHeaderColumn().run() },
    'separator',
    { label: 'Delete row', isDanger: true, onAction: () => act().deleteRow().run() },
    { label: 'Delete column', isDanger: true, onAction: () => act().deleteColumn().run() },
    { label: 'Delete table', isDanger: true, onAction: () => act().deleteTable().run() },
  ]
}

function ToolbarMenu({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Button variant="quiet" size="small" aria-label={label} icon={icon}>
      {children}
      <ChevronDown size={16} aria-hidden />
    </Button>
  )
}

interface ToggleProps {
  label: string
  icon: LucideIcon
  isSelected: boolean
  onPress: () => void
}

function Toggle({ label, icon: Icon, isSelected, onPress }: ToggleProps) {
  return (
    <ToggleButton aria-label={label} isSelected={isSelected} onChange={onPress} className={styles.toggle}>
      <Icon size={16} aria-hidden />
    </ToggleButton>
  )
}

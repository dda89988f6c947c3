import type { Recording } from '../../recording-contract.ts'
import type { KindEditorProps } from '../../web/kindProps.ts'
import { RecordingEditor } from '../../web/RecordingEditor.tsx'

export const AudioEditor = (props: KindEditorProps<Recording>) => <RecordingEditor {...props} kind="audio" />

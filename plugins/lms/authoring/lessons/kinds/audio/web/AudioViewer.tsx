import type { Recording } from '../../recording-contract.ts'
import type { KindViewProps } from '../../web/kindProps.ts'
import { RecordingViewer } from '../../web/RecordingViewer.tsx'

export const AudioViewer = (props: KindViewProps<Recording>) => <RecordingViewer {...props} kind="audio" />

import type { Paper } from '../../paper-contract.ts'
import type { KindEditorProps } from '../../web/kindProps.ts'
import { PaperEditor } from '../../web/PaperEditor.tsx'

export const DocumentEditor = (props: KindEditorProps<Paper>) => <PaperEditor {...props} noun="document" />

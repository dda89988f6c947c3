import type { Paper } from '../../paper-contract.ts'
import type { KindViewProps } from '../../web/kindProps.ts'
import { PaperViewer } from '../../web/PaperViewer.tsx'

export const DocumentViewer = (props: KindViewProps<Paper>) => <PaperViewer {...props} noun="document" />

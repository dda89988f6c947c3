import { Download } from 'lucide-react'
import { t } from '../../text.ts'
import { download } from '../../download.ts'
import { Button } from '../actions/Button.tsx'

/** Saves all rows that fit a list's filters, not only those on screen. @param url of the endpoint that answers them */
export function ExportCsvButton({ url }: { url: string }) {
  return (
    <Button icon={<Download size={16} aria-hidden />} onPress={() => download(url)}>
      {t('Export CSV')}
    </Button>
  )
}

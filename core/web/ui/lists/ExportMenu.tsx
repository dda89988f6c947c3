import { Download } from 'lucide-react'
import { t } from '../../text.ts'
import type { TableFormat } from '../../../contract/table-format.ts'
import { download } from '../../download.ts'
import { Button } from '../actions/Button.tsx'
import { MenuButton } from '../actions/MenuButton.tsx'

interface ExportMenuProps {
  /** Address of the endpoint that answers the table in a format. */
  urlOf: (format: TableFormat) => string
  isDisabled?: boolean
}

/** Saves a table as CSV or as a workbook. */
export function ExportMenu({ urlOf, isDisabled }: ExportMenuProps) {
  return (
    <MenuButton
      label={t('Export as')}
      items={[
        { label: 'CSV', description: t('For any spreadsheet or program'), onAction: () => download(urlOf('csv')) },
        {
          label: t('Excel'),
          description: t('With dates and numbers as such'),
          onAction: () => download(urlOf('xlsx')),
        },
      ]}
    >
      <Button icon={<Download size={16} aria-hidden />} isDisabled={isDisabled}>
        {t('Export')}
      </Button>
    </MenuButton>
  )
}

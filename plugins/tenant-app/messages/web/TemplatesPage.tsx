import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { newTemplate, templateFields, type Template } from '../templates-contract.ts'
import { templatesApi } from './client.ts'

const fieldsHelp = `Fields: ${templateFields.map((name) => `{${name}}`).join(', ')}`
const touches = [templatesApi.listTemplates.key()]
const blank = { name: '', subject: '', body: '' }

/** Templates of messages: staff use them, admins change them. */
export function TemplatesPage() {
  const isAdmin = useUser().role === 'tenant_admin'
  const templates = useQuery(templatesApi.listTemplates())
  const [edited, setEdited] = useState<Template | 'new'>()
  const [deleted, setDeleted] = useState<Template>()
  const last = useLast(edited)
  const lastDeleted = useLast(deleted)
  const create = useMutation(templatesApi.createTemplate.mutation({ touches }))
  const update = useMutation(templatesApi.updateTemplate.mutation({ touches }))
  const remove = useMutation(templatesApi.deleteTemplate.mutation({ touches }))
  const addButton = isAdmin && (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setEdited('new')}>
      New template
    </Button>
  )
  return (
    <Page
      title="Message templates"
      above={<Breadcrumbs trail={[{ label: 'Messages', href: '/messages' }]} current="Templates" />}
      actions={addButton}
    >
      <Loaded query={templates} height={240}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<FileText size={20} aria-hidden />} title="No templates yet">
              A template fills in a message that you write often.
            </EmptyState>
          ) : (
            <Card>
              <ul className={panel.list}>
                {rows.map((one) => (
                  <li key={one.id} className={panel.row}>
                    <ItemRow title={one.name} about={one.subject}>
                      {isAdmin && (
                        <MenuButton
                          label={`Actions for ${one.name}`}
                          items={[
                            { label: 'Edit', onAction: () => setEdited(one) },
                            { label: 'Delete', isDanger: true, onAction: () => setDeleted(one) },
                          ]}
                        />
                      )}
                    </ItemRow>
                  </li>
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
      <FormDialog
        title={last && last !== 'new' ? `Edit ${last.name}` : 'New template'}
        schema={newTemplate}
        isOpen={edited !== undefined}
        onOpenChange={(isOpen) => !isOpen && setEdited(undefined)}
        defaultValues={last && last !== 'new' ? { name: last.name, subject: last.subject, body: last.body } : blank}
        save={(body) =>
          last && last !== 'new'
            ? update.mutateAsync({ params: { id: last.id }, body: { ...body, updatedAt: last.updatedAt } })
            : create.mutateAsync({ body })
        }
        saved={({ name }) => ({ title: 'Template saved', description: name })}
        submit="Save template"
      >
        <FormTextField name="name" label="Name" />
        <FormTextField name="subject" label="Subject" />
        <FormTextField name="body" label="Message" multiline rows={8} help={fieldsHelp} />
      </FormDialog>
      <ConfirmDialog
        title={`Delete the template “${lastDeleted?.name ?? ''}”?`}
        confirmLabel="Delete template"
        isOpen={deleted !== undefined}
        onOpenChange={(isOpen) => !isOpen && setDeleted(undefined)}
        onConfirm={async () => {
          if (deleted) await remove.mutateAsync({ params: { id: deleted.id } })
          notify({ title: 'Template deleted' })
        }}
      >
        Messages that were written with it stay. You can’t undo this.
      </ConfirmDialog>
    </Page>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { EmailAddress } from '#core/web/ui/display/EmailAddress.tsx'
import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { PersonDetail, PersonList, PersonRow } from '../../../base/families/web/PersonRow.tsx'
import { guardianReads } from '../../../base/families/web/client.ts'
import { joinApproval, joinRefusal, type JoinRequest } from '../contract.ts'
import { lettersApi } from './client.ts'

const nameOf = ({ firstName, lastName }: JoinRequest) => `${firstName} ${lastName}`

/** Requests made with printed letters, which admins approve or decline; nothing where none waits. */
export function JoinRequests() {
  const { data = [] } = useQuery(lettersApi.listJoinRequests({ query: {} }))
  const [decided, setDecided] = useState<{ request: JoinRequest; isApproval: boolean }>()
  const touches = [lettersApi.listJoinRequests.key(), lettersApi.getLetter.key(), ...guardianReads]
  const approve = useMutation(lettersApi.approveJoinRequest.mutation({ touches }))
  const decline = useMutation(lettersApi.declineJoinRequest.mutation({ touches }))
  const close = () => setDecided(undefined)
  const { request, isApproval } = decided ?? {}
  const params = { id: request?.id ?? '' }
  return (
    <>
      {data.length > 0 && (
        <Card title="Requests with a letter" help="Confirm that you know the person before you approve.">
          <PersonList label="Requests with a letter">
            {data.map((one) => (
              <PersonRow
                key={one.id}
                name={nameOf(one)}
                badges={one.isWithoutAccess && <Badge tone="red">May not see this child</Badge>}
                buttons={
                  <>
                    <Button
                      variant="primary"
                      isDisabled={one.isWithoutAccess}
                      onPress={() => setDecided({ request: one, isApproval: true })}
                    >
                      Approve
                    </Button>
                    <Button onPress={() => setDecided({ request: one, isApproval: false })}>Decline</Button>
                  </>
                }
              >
                <PersonDetail>
                  {one.relationship} of{' '}
                  <PageLink to="/students/$id" params={{ id: one.studentId }} search={{ tab: 'guardians' }}>
                    {one.studentName}
                  </PageLink>
                </PersonDetail>
                <PersonDetail>
                  <EmailAddress email={one.email} />
                </PersonDetail>
              </PersonRow>
            ))}
          </PersonList>
        </Card>
      )}
      {request && isApproval && (
        <FormDialog
          title={`Approve ${nameOf(request)}?`}
          help={`${nameOf(request)} becomes a guardian of ${request.studentName} and is emailed an invitation.`}
          isOpen
          onOpenChange={close}
          schema={joinApproval}
          defaultValues={{ mayCollect: false }}
          save={(body) => approve.mutateAsync({ params, body })}
          saved={() => ({ title: 'Request approved', description: nameOf(request) })}
          submit="Approve request"
        >
          <FormSwitch name="mayCollect" label="Can pick up" />
        </FormDialog>
      )}
      {request && isApproval === false && (
        <FormDialog
          title={`Decline ${nameOf(request)}?`}
          help={`${nameOf(request)} is emailed that you could not confirm the request.`}
          isOpen
          onOpenChange={close}
          schema={joinRefusal}
          defaultValues={{ reason: '' }}
          save={(body) => decline.mutateAsync({ params, body })}
          saved={() => ({ title: 'Request declined', description: nameOf(request) })}
          submit="Decline request"
        >
          <FormTextField name="reason" label="Reason" help="Sent with the email." isOptional multiline />
        </FormDialog>
      )}
    </>
  )
}

import {
  address,
  freeText,
  gone,
  kept,
  nameOf,
  nothing,
  personDeleted,
  personKept,
  type PersonalData,
} from './personal-data.ts'

// The person is a student or a user.
const webhookMessagesOfPerson = 'delete from webhook_messages where tenant_id = $organization and person_id = $person'

/** Personal data in the core's tables. */
export const corePersonalData: PersonalData = {
  people: { user: `select id, tenant_id, first_name || ' ' || last_name as name, null as short, email from users` },
  before: { user: [webhookMessagesOfPerson], student: [webhookMessagesOfPerson] },
  tables: {
    users: {
      called: 'account and name',
      columns: {
        id: personDeleted('user'),
        username: gone,
        email: gone,
        password_hash: gone,
        first_name: gone,
        last_name: gone,
        called_name: gone,
        language: nothing,
        requested_first_name: gone,
        requested_last_name: gone,
        role: nothing,
      },
    },
    invitations: { called: 'invitations', columns: { user_id: personDeleted('user'), email: gone } },
    passkeys: { called: 'passkeys', columns: { user_id: personDeleted('user'), name: gone } },
    authenticator_apps: { called: 'authenticator apps', columns: { user_id: personDeleted('user') } },
    recovery_codes: { called: 'recovery codes', columns: { user_id: personDeleted('user') } },
    auth_sessions: {
      called: 'signed-in devices',
      columns: {
        user_id: personDeleted('user'),
        host_subdomain: nothing,
        user_agent: gone,
        ip_address: gone,
        sso_identity_id: nothing,
        sso_session: gone,
      },
    },
    sso_identities: {
      called: 'linked sign-ins',
      columns: {
        user_id: personDeleted('user'),
        provider_id: nothing,
        issuer: nothing,
        subject: gone,
        email: gone,
      },
    },
    sso_providers: {
      called: 'identity providers',
      staysSince: 'The provider stays with the organization; another emergency admin is chosen before.',
      columns: {
        name: nothing,
        issuer: nothing,
        client_id: nothing,
        allowed_domains: nothing,
        default_role: nothing,
        trusted_factors: nothing,
        emergency_admin_id: personKept('user'),
      },
    },
    push_subscriptions: {
      called: 'devices with notifications',
      columns: {
        user_id: personDeleted('user'),
        session_id: nothing,
        endpoint: gone,
        p256dh: gone,
        auth: gone,
        user_agent: gone,
      },
    },
    push_notifications: {
      called: 'notifications on devices',
      columns: {
        user_id: personDeleted('user'),
        subscription_id: nothing,
        source_id: nothing,
        kind: nothing,
        path: nothing,
        error: nothing,
      },
    },
    push_keys: { called: 'key of notifications', tenant: null, columns: { public_key: nothing } },
    auth_challenges: {
      called: 'sign-ins under way',
      tenant: null,
      columns: { user_id: personDeleted('user'), purpose: nothing, host_subdomain: nothing, session_id: nothing },
    },
    auth_hand_overs: {
      called: 'sign-ins under way',
      columns: { user_id: personDeleted('user'), session_id: nothing },
    },
    auth_switches: {
      called: 'switches between organizations under way',
      columns: { user_id: personDeleted('user'), from_session_id: nothing },
    },
    api_tokens: {
      called: 'API tokens',
      columns: {
        user_id: personDeleted('user'),
        host_subdomain: nothing,
        name: gone,
        visible_id: nothing,
        scopes: nothing,
      },
    },
    webhook_endpoints: {
      called: 'webhooks',
      columns: {
        url: nothing,
        description: freeText,
        types: nothing,
        lease: nothing,
        created_by: personKept('user'),
      },
      staysSince: 'Webhooks belong to the organization.',
    },
    webhook_messages: {
      called: 'events for webhooks',
      goesWith: 'r.person_id = any ($ids::uuid[])',
      columns: { type: nothing, subject: nothing, person_id: nothing, data: gone, names: gone },
    },
    webhook_deliveries: {
      called: 'deliveries to webhooks',
      columns: {
        message_id: nothing,
        endpoint_id: nothing,
        subject: nothing,
        answer: kept('Answers of receivers are deleted after 30 days.'),
        error: nothing,
      },
    },
    email_verifications: {
      called: 'emailed links',
      tenant: null,
      columns: { user_id: personDeleted('user'), email: gone },
    },
    password_resets: { called: 'emailed links', tenant: null, columns: { user_id: personDeleted('user') } },
    known_networks: {
      called: 'networks signed in from',
      tenant: null,
      columns: { user_id: personDeleted('user'), network: gone },
    },
    second_factor_guesses: { called: 'codes tried', tenant: null, columns: { user_id: personDeleted('user') } },
    uploads: {
      called: 'uploads under way',
      tenant: null,
      columns: { user_id: personDeleted('user'), parts: nothing, lease: nothing },
    },
    refused_sign_ins: { called: 'refused sign-ins', columns: { account: address, network: gone } },
    files: {
      called: 'files',
      staysSince: 'Files uploaded for the organization stay; the name is not kept.',
      columns: {
        kind: nothing,
        owner_id: nothing,
        filename: freeText,
        mime_type: nothing,
        sha256: nothing,
        uploaded_by: personKept('user'),
      },
    },
    images: {
      called: 'pictures',
      staysSince: 'Files uploaded for the organization stay; the name is not kept.',
      columns: { mime_type: nothing, filename: freeText, uploaded_by: personKept('user') },
    },
    erasures: {
      called: 'erasures made',
      tenant: 'organization_id',
      columns: { erased_by_name: nameOf('erased_by'), places: nothing },
    },
    mail_messages: {
      called: 'emails',
      record: `'to ' || r.recipient`,
      columns: {
        recipient: address,
        subject: freeText,
        body: freeText,
        error: freeText,
        unsubscribe: nothing,
        reply_to: address,
        class: nothing,
        language: nothing,
      },
    },
    mail_suppressions: {
      called: 'addresses that get no email',
      columns: { address, class: nothing, reason: nothing },
    },
    mail_bounces: {
      called: 'email that bounced',
      columns: { message_id: nothing, address, class: nothing, code: nothing },
    },
    email_senders: {
      called: 'reply address of the organization',
      columns: { reply_to: address, asked_reply_to: address, postal_address: nothing },
    },
    tenants: {
      called: 'the organization',
      tenant: 'id',
      columns: {
        name: nothing,
        subdomain: nothing,
        admin_email: kept('The address of the organization is its own; another one is set in its settings.'),
        plan: nothing,
        suspension_reason: freeText,
        time_zone: nothing,
        languages: nothing,
        default_language: nothing,
        api_tokens_for: nothing,
        branding: nothing,
        settings: nothing,
      },
    },
  },
}

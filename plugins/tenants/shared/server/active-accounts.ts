/** SQL for users who can sign in; contacts without an account cannot. */
export const hasActiveAccount = 'is_active and password_hash is not null'

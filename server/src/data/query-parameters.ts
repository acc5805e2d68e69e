/**
 * Query parameters that are never stored, our own list. Names are compared lower-case. `tracking` parameters only
 * describe the source of a visit, which is stored in separate columns; `secret` ones must not be in an analytics
 * store at all. Click ids are in click-ids.ts.
 */
export const queryParameters = {
  version: '2026-11-20',
  trackingPrefixes: 'utm_ hsa_ pk_ mtm_ matomo_ piwik_ _hs __hs fb_action_ oly_ vero_ mkt_'.split(
    ' ',
  ),
  tracking: (
    'ref source via _trb _ga _gl _gac _ke _openstat ignore_referrer mc_tc hsctatracking wickedid ' +
    'wickedsource ncid cmpid s_cid s_kwcid ef_id dm_i igsh si trk trkcampaign trkinfo cvid ' +
    'oicd elqtrack elqtrackid sc_campaign sc_channel sc_content sc_medium sc_outcome sc_geo gdfms ' +
    'gdftrk gdffi campaignid adgroupid adid ' +
    'spm scm aff_id affid clickid click_id cjevent ranmid raneaid ransiteid awc sscid usqp ved ' +
    'fb_ref fb_source rb_clickid tduid xtor at_campaign at_medium srsltid __twitter_impression ' +
    '__s guccounter guce_referrer guce_referrer_sig'
  ).split(' '),
  /** Compared without `-`, `_`, `.`, `[` and `]`, so that `reset-password-token` is one of them. */
  secret: (
    'token auth authkey authorization bearer jwt apikey key secret password passwd passphrase pwd ' +
    'pass pin otp totp mfa code state nonce assertion samlresponse samlrequest relaystate ticket ' +
    'credential credentials session sessionid sid jsessionid phpsessid aspsessionid sessid sig hmac ' +
    'signature hash checksum invite invitation invitationid magic magiclink confirmation verify ' +
    'verification email mail emailaddress useremail username user login phone phonenumber tel ' +
    'telephone msisdn mobile firstname lastname fullname givenname familyname surname dob birthdate ' +
    'birthday ssn iban bic card cardnumber cvv cvc pan taxid vatid address street zip postcode ' +
    'checkoutid checkoutsessionid paymentintent paymentintentclientsecret setupintent ptxn ' +
    'subscriptionid orderkey payerid licensekey ip ipaddress'
  ).split(' '),
  /** A name with such an ending is a secret too: `refresh_token`, `customerEmail`. */
  secretEndings: 'token secret password email passwd apikey signature'.split(' '),
} as const

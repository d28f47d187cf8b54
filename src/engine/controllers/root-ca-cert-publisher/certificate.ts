/**
 * The certificate of the cluster's authority. Connections inside the simulated network aren't encrypted: nothing is signed with it, and its
 * key was thrown away when it was made.
 */
export const rootCertificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBkDCCATegAwIBAgIUK0Lg51tLuW7v/Mk5q/Wa1SR9BoAwCgYIKoZIzj0EAwIw',
  'FTETMBEGA1UEAwwKa3ViZXJuZXRlczAgFw0yNjExMjAxMzEyMTlaGA8yMTI2MTAy',
  'NzEzMTIxOVowFTETMBEGA1UEAwwKa3ViZXJuZXRlczBZMBMGByqGSM49AgEGCCqG',
  'SM49AwEHA0IABEUuEDLjQAr7HSEeKlAFeh0Nr3OBG3YWMRe1SwztBZtYTwV8zHch',
  '4TzLhHc4Xesh2jUENAbhXUd0P4Wt0gepl/OjYzBhMB0GA1UdDgQWBBRk5Cyv2xNL',
  'Yt1P47Hhxu/9+PMEpDAfBgNVHSMEGDAWgBRk5Cyv2xNLYt1P47Hhxu/9+PMEpDAP',
  'BgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwICpDAKBggqhkjOPQQDAgNHADBE',
  'AiAxItlWbmG0FXNTZEJ69+BbBSIT2uEKsA1BJ7cXwzRlwgIgH8IEcZVVACfyltqo',
  'ykjBxRGgMzQsFviU/VlFTQBGvdM=',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

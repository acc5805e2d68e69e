-- The tax in each movement of money and what the provider took for it. A payment's own fees are in its entry;
-- those of refunds and disputes are entries of their own, of no amount. Known: the provider said all of it.
alter table payment_entries
    modify column kind Enum8('payment' = 1, 'refund' = 2, 'fee' = 3);

alter table payment_entries
    add column if not exists tax_minor Int64 default 0,
    add column if not exists tax_known Bool default false,
    add column if not exists fee_minor Int64 default 0,
    add column if not exists fees_known Bool default false,
    add column if not exists reporting_tax_minor Int64 default 0,
    add column if not exists reporting_fee_minor Int64 default 0;

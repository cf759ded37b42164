-- Questions about the team itself: 500 a minute (contract section 1.1), where the operator has not said otherwise.
update plans set requests_per_minute = requests_per_minute || '{"account": 500}'
where name in ('hobby', 'standard', 'growth', 'scale')
  and requests_per_minute -> 'account' = requests_per_minute -> 'status';

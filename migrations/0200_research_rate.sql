-- Papers and the developer index: 500 requests a minute (contract section 1.1), which the operator can change.
update plans set requests_per_minute = '{"research": 500}' || requests_per_minute;
